// All keys that do something on the shown page.
import type { JSX } from 'preact';
import { listKeys, nameOfKey } from '../data/key-name.ts';
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
                {listKeys(group.bindings).map(({ keys, title }) => (
                  <div key={title}>
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{nameOfKey(key)}</kbd>
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
