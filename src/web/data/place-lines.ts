// Which of very many lines are to be seen at a scroll position, and where they lie.

interface LinesPlace {
  /** Of the box that is scrolled through. */
  readonly height: number;
  /** The line at the upper edge. */
  readonly at: number;
  /** Where a line lies in the box. */
  readonly topOf: (line: number) => number;
}

interface ScrollPosition {
  readonly top: number;
  /** How far it can be scrolled. */
  readonly room: number;
}

export const LINE_HEIGHT = 20;
/** No browser makes an element higher than some 17 (Firefox) or 33 million pixels: what goes beyond is never reached. */
const MOST_HEIGHT = 15_000_000;

/** Where the lines have no room, they run ahead of the scroll bar, by nothing at the top and all that is missing at the end. */
export function placeLines(count: number, { top, room }: ScrollPosition): LinesPlace {
  const height = Math.min(count * LINE_HEIGHT, MOST_HEIGHT);
  const missing = count * LINE_HEIGHT - height;
  const ahead = missing === 0 ? 0 : missing * Math.min(1, top / Math.max(1, room));
  return {
    height,
    at: Math.floor((top + ahead) / LINE_HEIGHT),
    topOf: (line) => line * LINE_HEIGHT - ahead,
  };
}
