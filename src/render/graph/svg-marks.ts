// The marks of the SVG picture: knots by kind and state, and the threads between them.
import type { Knot } from './drawing.ts';
import type { PlacedKnot } from './lay-out.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The height of a row. */
export const ROW = 28;

/** The thread to a knot. `carried`: the parent's thread goes on below, so a side strand need not draw its way down to where it leaves. */
export function writeThread(one: PlacedKnot, to: Point, from: Point, carried: boolean): string {
  const style = threadClass(one);
  if (one.straight) return path(style, `M${from.x} ${from.y}V${to.y}`);
  const leaves = Math.max(from.y, to.y - ROW);
  const start = carried ? `M${from.x} ${leaves}` : `M${from.x} ${from.y}V${leaves}`;
  return path(
    style,
    `${start}C${from.x} ${leaves + ROW * 0.7} ${to.x} ${leaves + ROW * 0.3} ${to.x} ${to.y}`,
  );
}

/** An agent's strand back into the thread it came from. */
export function writeReturn(from: Point, lane: number): string {
  const end = from.y + ROW;
  return path(
    'agent',
    `M${from.x} ${from.y}C${from.x} ${from.y + ROW * 0.7} ${lane} ${from.y + ROW * 0.3} ${lane} ${end}`,
  );
}

function threadClass({ knot, parent }: PlacedKnot): string {
  if (knot.state === 'missing') return 'agent dotted';
  if (knot.cluster !== undefined) return 'agent';
  if (knot.state === 'phantom' || knot.state === 'cancelled') return 'thread dotted';
  if (knot.state === 'left') return 'thread';
  return parent?.knot.state === 'compacted' ? 'gone dashed' : 'active';
}

function path(style: string, d: string): string {
  return `<path class="line ${style}" d="${d}"/>`;
}

/** The knot itself; `radius` tells how much it added. */
export function writeKnotMark(knot: Knot, at: Point, radius: number): string {
  const style = `knot ${knot.kind}${markClass(knot)}`;
  if (knot.kind === 'compaction') return writeBow(at);
  const square = SQUARES.get(knot.kind);
  if (square === undefined) return `<circle class="${style}" cx="${at.x}" cy="${at.y}" r="${radius}"/>`;
  const [width, height, turn] = square;
  const turned = turn === 0 ? '' : ` transform="rotate(${turn} ${at.x} ${at.y})"`;
  return `<rect class="${style}" x="${at.x - width / 2}" y="${at.y - height / 2}" width="${width}" height="${height}"${turned}/>`;
}

/** Something failed here: a diamond left of the thread. */
export function writeFailure(at: Point): string {
  return `<rect class="knot error" x="${at.x - 22}" y="${at.y - 3}" width="6" height="6" transform="rotate(45 ${at.x - 19} ${at.y})"/>`;
}

// Shape is the second cue beside colour: width, height, rotation. What is not here is a circle.
const SQUARES: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['assistant', [9, 9, 0]],
  ['tool-use', [12, 5, 0]],
  ['tool-result', [5, 10, 0]],
  ['error', [8, 8, 45]],
  ['system', [8, 2, 0]],
]);

function markClass(knot: Knot): string {
  if (knot.state === 'compacted') return ' old';
  if (knot.state === 'left') return ' open';
  if (knot.state === 'active') return knot.kind === 'thinking' ? ' open' : '';
  return ' open dotted';
}

// A cut that was tied together again.
function writeBow({ x, y }: Point): string {
  const loops = `M${x} ${y}c-6 -9 -13 -6 -13 0s7 9 13 0c6 9 13 6 13 0s-7 -9 -13 0`;
  return `<path class="line compaction" d="${loops}"/><path class="line compaction" d="M${x} ${y - 7}V${y + 7}"/>`;
}
