// The tabs above one of two views; above the right one also the buttons that exchange and close.
import type { JSX } from 'preact';
import { hrefOfSession, route } from '../../data/route.ts';
import { Icon, type IconName } from '../../widgets/icon.tsx';
import { TAB_NAMES } from '../session/tab-names.ts';
import { afterChoice, type TabPair } from './split-address.ts';
import { swapPanes, toggleSplit } from './split-state.ts';

interface PaneTabsProps {
  readonly tabs: TabPair;
  readonly side: 0 | 1;
}

export function PaneTabs({ tabs, side }: PaneTabsProps): JSX.Element {
  const { session = '', params } = route.value;
  return (
    <div class="pane-head">
      <nav class="tabs" aria-label={side === 0 ? 'Left view' : 'Right view'}>
        {TAB_NAMES.map(({ name, title }) => {
          const [left, right] = afterChoice(tabs, side, name);
          return (
            <a
              key={name}
              href={hrefOfSession(session, left, { ...params, split: right })}
              aria-current={name === tabs[side] ? 'page' : undefined}
            >
              {title}
            </a>
          );
        })}
      </nav>
      {side === 1 && (
        <>
          <Act icon="swap" title="Exchange the two views" keys="Shift S" run={swapPanes} />
          <Act icon="close" title="One view" keys="S" run={toggleSplit} />
        </>
      )}
    </div>
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly title: string;
  readonly keys: string;
  readonly run: () => void;
}

function Act({ icon, title, keys, run }: ActProps): JSX.Element {
  return (
    <button type="button" class="icon-btn" aria-label={title} title={`${title} (${keys})`} onClick={run}>
      <Icon name={icon} />
    </button>
  );
}
