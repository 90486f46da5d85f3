// The line under a tool's text: remarks, how much of it there is, and the way to all of it.
import type { ComponentChildren, JSX } from 'preact';
import { ShowAll } from '../show-all.tsx';
import type { ShownText } from './use-text.ts';

interface BodyFootProps {
  readonly shown: ShownText;
  readonly lines: number;
  /** How many lines stand there before all are asked for. */
  readonly first: number;
  /** What a list that was cut is a list of. */
  readonly items?: string;
  readonly children?: ComponentChildren;
}

export function BodyFoot({ shown, lines, first, items, children }: BodyFootProps): JSX.Element {
  return (
    <div class="term-foot">
      {children}
      <ShowAll
        whole={shown.whole}
        lines={lines}
        shown={first}
        all={shown.all}
        setAll={shown.setAll}
        items={items}
      />
    </div>
  );
}
