// Where a file's touches lie on the thread of turns, as one path for each way of touching; what falls on one spot is one mark.
import type { FileTouch } from '../../../../server/api.ts';

interface TouchLayout {
  /** From the first touch to the last. */
  readonly span: string;
  readonly reads: string;
  readonly edits: string;
  readonly writes: string;
}

interface TouchRoom {
  readonly turns: number;
  readonly width: number;
}

const EDGE = 5;
const MIDDLE = 12;

export function xOfTurn(turn: number, { turns, width }: TouchRoom): number {
  if (turns <= 1) return EDGE;
  const at = EDGE + ((Math.min(Math.max(turn, 1), turns) - 1) / (turns - 1)) * (width - EDGE * 2);
  return Math.round(at * 2) / 2;
}

export function layOutTouches(touches: readonly FileTouch[], room: TouchRoom): TouchLayout {
  // A change outweighs a read on the same spot.
  const strongest = new Map<number, FileTouch['how']>();
  for (const { turn, how } of touches) {
    const x = xOfTurn(turn, room);
    const known = strongest.get(x);
    if (known === undefined || STRENGTH[how] > STRENGTH[known]) strongest.set(x, how);
  }
  const paths = { reads: '', edits: '', writes: '' };
  for (const [x, how] of strongest) {
    if (how === 'read') paths.reads += ring(x, 2.5);
    else if (how === 'edit') paths.edits += ring(x, 3.5);
    else paths.writes += `M${x - 3.5} ${MIDDLE - 3.5}h7v7h-7z`;
  }
  const places = [...strongest.keys()];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return { ...paths, span: last > first ? `M${first} ${MIDDLE}H${last}` : '' };
}

/** The touch nearest to a place on the thread. */
export function touchAt(touches: readonly FileTouch[], x: number, room: TouchRoom): FileTouch | undefined {
  let best: FileTouch | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const touch of touches) {
    const far = Math.abs(xOfTurn(touch.turn, room) - x);
    if (far < least || (far === least && best && STRENGTH[touch.how] > STRENGTH[best.how])) {
      [best, least] = [touch, far];
    }
  }
  return best;
}

/** The same in words: `read in turn 2; changed in turns 3, 5`. */
export function describeTouches(touches: readonly FileTouch[]): string {
  const read = turnsOf(touches.filter(({ how }) => how === 'read'));
  const changed = turnsOf(touches.filter(({ how }) => how !== 'read'));
  return [read && `read in ${read}`, changed && `changed in ${changed}`].filter(Boolean).join('; ');
}

const STRENGTH = { read: 0, edit: 1, write: 2, create: 3 } as const;

function ring(x: number, r: number): string {
  return `M${x - r} ${MIDDLE}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0z`;
}

function turnsOf(touches: readonly FileTouch[]): string {
  const turns = [...new Set(touches.map(({ turn }) => turn))].sort((a, b) => a - b);
  if (turns.length === 0) return '';
  const before = turns[0] === 0;
  const numbered = before ? turns.slice(1) : turns;
  if (numbered.length === 0) return 'the time before turn 1';
  return `${numbered.length === 1 ? 'turn' : 'turns'} ${numbered.join(', ')}${before ? ' and before turn 1' : ''}`;
}
