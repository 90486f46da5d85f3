// Toasts at the edge of the page, read out by screen readers.
import type { JSX } from 'preact';
import { dismiss, toasts } from '../data/toasts.ts';
import { Icon } from './icon.tsx';

export function ToastList(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, kind, text, action }) => (
        <div key={id} class={kind === 'error' ? 'toast toast-error' : 'toast'}>
          {kind === 'error' ? (
            <span class="k-error">
              <Icon name="error" />
            </span>
          ) : (
            <Icon name="check" />
          )}
          <span class="toast-text">{text}</span>
          {action && (
            <button
              type="button"
              class="btn btn-bare"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="icon-btn" aria-label="Close" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
