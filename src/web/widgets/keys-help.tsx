// All keys that do something on the shown page.
import type { JSX } from 'preact';
import { COMMAND_KEY } from '../data/command-key.ts';
import { type KeyBinding, keyGroups } from '../data/keys.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { dialog } from './palette-state.ts';

export function KeysHelp(): JSX.Element {
  const close = () => {
    dialog.value = undefined;
  };
  return (
    <Dialog label="Keys" close={close}>
      <div class="keys-head row">
        <h2 class="grow">Keys</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="keys" tabIndex={0} role="group" aria-label="List of keys">
        <div class="keys-columns">
          {keyGroups.value.map((group) => (
            <section key={group.name}>
              <h3>{group.name}</h3>
              <dl>
                {joinPairs(group.bindings).map(({ keys, title }) => (
                  <div key={title}>
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{nameOf(key)}</kbd>
                      ))}
                    </dt>
                    <dd>{title}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

interface HelpLine {
  readonly keys: readonly string[];
  readonly title: string;
}

/** Keys that go the same way to and fro stand on one line. */
function joinPairs(bindings: readonly KeyBinding[]): readonly HelpLine[] {
  const lines: HelpLine[] = [];
  for (const { key, title } of bindings) {
    if (title === '') continue;
    const before = lines.at(-1);
    const [, way = '', what = ''] = /^(Next|Previous) (.+)$/.exec(title) ?? [];
    if (before && way !== '' && before.title === `${way === 'Next' ? 'Previous' : 'Next'} ${what}`)
      lines[lines.length - 1] = {
        keys: [...before.keys, key],
        title: `${before.title.split(' ', 1)[0]}, ${way.toLowerCase()} ${what}`,
      };
    else lines.push({ keys: [key], title });
  }
  return lines;
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  'mod+k': `${COMMAND_KEY}K`,
  'mod+p': `${COMMAND_KEY}P`,
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
};

function nameOf(key: string): string {
  return NAMES[key] ?? (key.startsWith('shift+') ? `⇧${key.slice(6).toUpperCase()}` : key.toUpperCase());
}
