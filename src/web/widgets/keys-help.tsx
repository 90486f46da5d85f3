// All keys that do something on the shown page.
import type { JSX } from 'preact';
import { COMMAND_KEY } from '../data/command-key.ts';
import { keyGroups } from '../data/keys.ts';
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
                {group.bindings
                  .filter(({ title }) => title !== '')
                  .map((binding) => (
                    <div key={binding.key}>
                      <dt>
                        <kbd>{nameOf(binding.key)}</kbd>
                      </dt>
                      <dd>{binding.title}</dd>
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
