// A text with stretches marked, by the pairs of positions that a search gives.
import type { JSX } from 'preact';
import { stripControls } from '../../base/strip-controls.ts';

interface MarkedTextProps {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

export function MarkedText({ text, marks }: MarkedTextProps): JSX.Element {
  const parts: (JSX.Element | string)[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    if (start < at || end <= start) continue;
    parts.push(
      stripControls(text.slice(at, start)),
      <mark key={start}>{stripControls(text.slice(start, end))}</mark>,
    );
    at = end;
  }
  parts.push(stripControls(text.slice(at)));
  return <>{parts}</>;
}
