// A file's touches on a small thread of the session's turns: ring for a read, knot for an edit, square for a write.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FileLine, FileTouch } from '../../../../server/api.ts';
import { describeTouches, layOutTouches, touchAt, xOfTurn } from './touch-layout.ts';

const WIDTH = 180;

interface TouchThreadProps {
  readonly file: FileLine;
  readonly turns: number;
  readonly turn: number | undefined;
  readonly select: (touch: FileTouch) => void;
  readonly open: (touch: FileTouch) => void;
}

export function TouchThread({ file, turns, turn, select, open }: TouchThreadProps): JSX.Element {
  const room = { turns, width: WIDTH };
  const layout = useMemo(() => layOutTouches(file.touches, { turns, width: WIDTH }), [file, turns]);
  const touchOf = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    return touchAt(file.touches, ((event.clientX - box.left) / box.width) * WIDTH, room);
  };
  const pick = (event: MouseEvent, act: (touch: FileTouch) => void) => {
    event.stopPropagation();
    const touch = touchOf(event);
    if (touch) act(touch);
  };
  return (
    // For the keyboard, the table behind it (T) has the turns as links.
    <svg
      viewBox={`0 0 ${WIDTH} 24`}
      class="touches"
      role="img"
      aria-label={describeTouches(file.touches)}
      onClick={(event) => pick(event, select)}
      onDblClick={(event) => pick(event, open)}
    >
      <title>{describeTouches(file.touches)}</title>
      <path d={`M${xOfTurn(1, room)} 12H${WIDTH - 5}`} class="touch-all" />
      <path d={layout.span} class="touch-span" />
      {turn !== undefined && <path d={`M${xOfTurn(turn, room)} 1V23`} class="touch-now" />}
      <path d={layout.reads} class="touch-read" />
      <path d={layout.edits} class="touch-edit" />
      <path d={layout.writes} class="touch-write" />
    </svg>
  );
}
