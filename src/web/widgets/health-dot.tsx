// Health as a shape first: a dot, a half dot, a diamond, a ring that breathes while the session is written.
import type { JSX } from 'preact';
import type { SessionLine } from '../../server/api.ts';
import { plural } from '../data/format.ts';

type Judged = Pick<SessionLine, 'health' | 'live' | 'problems'>;

export function HealthDot({ line }: { readonly line: Judged }): JSX.Element {
  const { className, words } = describeHealth(line);
  return <span class={`dot ${className}`} role="img" aria-label={words} title={words} />;
}

export function describeHealth({ health, live, problems }: Judged): {
  readonly className: string;
  readonly words: string;
} {
  if (live) return { className: 'dot-live', words: 'being written now' };
  switch (health) {
    case 'ok':
      return { className: 'dot-ok', words: 'nothing wrong' };
    case 'warning':
      return { className: 'dot-warn', words: plural(problems, 'warning') };
    case 'error':
      return { className: 'dot-error', words: `${plural(problems, 'problem')}, errors among them` };
    case 'unchecked':
      return { className: 'dot-none', words: 'not checked yet' };
    case 'missing':
      return { className: 'dot-error', words: 'its own file is gone' };
  }
}
