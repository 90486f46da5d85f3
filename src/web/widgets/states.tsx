// Empty, failed and not yet there: what a page shows instead of its data.
import type { ComponentChildren, JSX } from 'preact';
import { Refusal } from '../../base/refusal.ts';
import { Icon } from './icon.tsx';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps): JSX.Element {
  return (
    <div class="state">
      <svg viewBox="0 0 120 48" aria-hidden="true">
        <path d="M2 30C20 30 22 12 36 12s12 24 24 24 10-20 22-20 12 14 18 14 8-2 8-6" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly title?: string;
  readonly retry?: (() => void) | undefined;
  /** Where else one could go. */
  readonly elsewhere?: ComponentChildren;
}

/** A page that could not be shown. */
export function FailedPage({
  className = '',
  ...failure
}: FailureProps & { readonly className?: string }): JSX.Element {
  return (
    <main class={`wrap ${className}`.trim()} id="main">
      <Failure {...failure} />
    </main>
  );
}

/** What happened, and that nothing was harmed: this app only reads unless it says otherwise. */
export function Failure({ error, title, retry, elsewhere }: FailureProps): JSX.Element {
  const { message, hint } = wordsOf(error);
  return (
    <div class="state state-error" role="alert">
      <svg viewBox="0 0 120 48" aria-hidden="true">
        <path d="M2 24H50M70 24H118M50 24l5-5M50 24l6 3M70 24l-5-4M70 24l-6 5" />
      </svg>
      <h2>{title ?? 'This could not be shown'}</h2>
      <p>
        {message}
        {hint === undefined ? '' : ` ${hint}`} Nothing was written.
      </p>
      {(retry || elsewhere) && (
        <div class="row">
          {retry && (
            <button type="button" class="btn" onClick={retry}>
              <Icon name="retry" />
              Try again
            </button>
          )}
          {elsewhere}
        </div>
      )}
    </div>
  );
}

export function wordsOf(error: unknown): { readonly message: string; readonly hint: string | undefined } {
  if (error instanceof Refusal) return { message: error.message, hint: error.hint };
  return { message: error instanceof Error ? error.message : String(error), hint: undefined };
}
