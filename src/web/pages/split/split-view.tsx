// Two views of one session side by side: each in a frame of its own, so that it scrolls, measures and answers keys by itself.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { hrefOfSession, route } from '../../data/route.ts';
import { TAB_NAMES } from '../session/tab-names.ts';
import { Divider } from './divider.tsx';
import { PaneLink } from './pane-link.ts';
import { PaneTabs } from './pane-tabs.tsx';
import { sharedParams, type TabPair } from './split-address.ts';
import { splitTabs } from './split-state.ts';
import { splitWidth } from './split-width.ts';

export function SplitView(): JSX.Element | null {
  const tabs = splitTabs();
  const { session } = route.value;
  return tabs && session !== undefined ? <Panes key={session} session={session} tabs={tabs} /> : null;
}

interface PanesProps {
  readonly session: string;
  readonly tabs: TabPair;
}

const FRAMES = [0, 1] as const;

function Panes({ session, tabs }: PanesProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const link = useMemo(() => new PaneLink(session), [session]);
  const { params } = route.value;
  const shown = link.read(tabs, params);
  useEffect(() => link.show());
  useEffect(() => link.start(), [link]);
  // Set once: a frame whose address is set anew would load anew.
  const sources = useRef(
    shown.map((tab) => `./?pane${themeWord()}${hrefOfSession(session, tab, sharedParams(params))}`),
  );
  return (
    <main class="split" id="main" ref={box} style={{ '--left': `${splitWidth.value}%` }}>
      {FRAMES.map((frame) => {
        const tab = shown[frame];
        const side = tab === tabs[0] ? 0 : 1;
        return (
          <section key={frame} class={side === 0 ? 'pane' : 'pane pane-right'}>
            <PaneTabs tabs={tabs} side={side} />
            <iframe
              ref={(one) => {
                link.frames[frame] = one;
              }}
              data-side={side}
              title={TAB_NAMES.find(({ name }) => name === tab)?.title ?? tab}
              src={sources.current[frame]}
              onLoad={(event) => side === 0 && event.currentTarget.focus()}
            />
          </section>
        );
      })}
      <Divider box={box} />
    </main>
  );
}

function themeWord(): string {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? '' : `&theme=${theme}`;
}
