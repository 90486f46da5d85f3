// Lays out the lanes: you, the main agent, the agents at work in the view, and the tools.
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { Lane, Span } from '../../../../server/api.ts';
import { clip } from '../../../data/clip.ts';
import { formatK, plural } from '../../../data/format.ts';
import { AGENT_FILLS } from '../../../widgets/chart/kind-bands.ts';
import { clipApart } from './clip-apart.ts';
import { type Frame, gatherMarks, type Mark, xOf } from './gather-marks.ts';
import { type PartRow, rowsOf, type SpanIndex } from './span-index.ts';
import { spellTime } from './spell-time.ts';

export interface LaneName {
  readonly name: string;
  /** As much of it as there is room for. */
  readonly shown?: string;
  readonly y: number;
  readonly colour?: string;
}

export interface Word {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly bold?: string;
  readonly kind?: 'error' | 'prompt';
  readonly anchor?: 'middle' | 'end';
}

export interface Strand {
  readonly span: Span;
  readonly path: string;
  readonly colour: string;
  readonly ends: readonly (readonly [number, number])[];
}

export interface Picture {
  readonly height: number;
  readonly names: readonly LaneName[];
  readonly marks: readonly Mark[];
  readonly words: readonly Word[];
  /** The knots of prompts. */
  readonly prompts: readonly Mark[];
  readonly waits: readonly { readonly x: number; readonly end: number; readonly y: number }[];
  readonly strands: readonly Strand[];
  readonly events: readonly Mark[];
  readonly thread?: number;
}

const PERSON_Y = 56;
const MAIN_Y = 104;
const AGENTS_Y = 168;
const CHARACTER = 6.4;
/** Knots nearer than this are drawn as one. */
const PROMPT_ROOM = 7;
const ROW = 13;
const MOST_DEPTH = 5;
/** Characters of an agent's name. */
const NAME_ROOM = 16;
/** As many as the server tells of at most. */
const MOST_AGENTS = 60;

/** `together`: the agents are too many for lanes of their own and share one. */
export function layOutLanes(index: SpanIndex, fold: TimeFold, frame: Frame, together: boolean): Picture {
  const marks: Mark[] = [];
  const words: Word[] = [];
  const names: LaneName[] = [
    { name: 'You', y: PERSON_Y },
    { name: 'Main agent', y: MAIN_Y },
  ];
  for (const row of rowsOf(index, 'model', 'main')) marks.push(...gatherMarks(row, frame, MAIN_Y - 7, 14));
  const waits = layOutWaits(rowsOf(index, 'wait'), frame, words);
  const prompts = layOutPrompts(index, frame, waits, words);
  const inView = index.agents.filter(
    (span) => fold.unitOf(span.end) >= frame.from && fold.unitOf(span.start) <= frame.to,
  );
  const shown = together ? [] : inView.slice(0, MOST_AGENTS);
  const clipped = clipApart(
    shown.map((span) => index.lanes.get(span.lane)?.name ?? span.label),
    NAME_ROOM,
  );
  const strands: Strand[] = [];
  const yOf = new Map<string, number>([['main', MAIN_Y]]);
  let y = AGENTS_Y;
  for (const [at, span] of shown.entries()) {
    const lane = index.lanes.get(span.lane);
    const colour = AGENT_FILLS[at % AGENT_FILLS.length] as string;
    yOf.set(span.lane, y);
    const top = yOf.get(lane?.parent ?? 'main') ?? MAIN_Y;
    strands.push(layOutStrand(span, fold, frame, top, y, colour));
    names.push({ name: lane?.name ?? span.label, shown: clipped[at] as string, y, colour });
    const deepest = pushAgentMarks(
      index.rows.filter((row) => row.lane === span.lane),
      frame,
      y,
      marks,
    );
    const end = xOf(frame, fold.unitOf(span.end));
    if (lane && end < frame.right - 90) words.push({ x: end + 8, y: y + 4, text: agentWords(lane) });
    y += 40 + deepest * 8;
  }
  if (together) {
    names.push({ name: 'Agents', y: y - 12, colour: AGENT_FILLS[0] });
    const rows = rowsOf(index, 'agent').map((row) => gatherMarks(row, frame, y - 17 + row.depth * ROW, 10));
    marks.push(...rows.flat());
    const deepest = rows.findLastIndex((row) => row.length > 0);
    y += 40 + Math.max(deepest, 0) * ROW;
  }
  y += shown.length === 0 ? -12 : 13;
  names.push({ name: 'Tools', y });
  const rows = rowsOf(index, 'call', 'tools').filter(({ depth }) => depth < MOST_DEPTH);
  const tools = rows.map((row) => gatherMarks(row, frame, y - 5 + row.depth * ROW, 10));
  marks.push(...tools.flat());
  const deepest = tools.findLastIndex((row) => row.length > 0);
  words.push(...toolWords(tools, frame, y));
  return {
    height: y + Math.max(deepest, 0) * ROW + 58,
    names,
    marks,
    words,
    prompts,
    waits,
    strands,
    events: rowsOf(index, 'event').flatMap((row) => gatherMarks(row, frame, MAIN_Y - 7, 14)),
    thread: MAIN_Y,
  };
}

function agentWords({ tokens, calls }: Lane): string {
  return `${tokens === undefined ? '' : `${formatK(tokens)}, `}${plural(calls, 'call')}`;
}

function layOutWaits(rows: readonly PartRow[], frame: Frame, words: Word[]): Picture['waits'] {
  const waits: { x: number; end: number; y: number }[] = [];
  for (const { span, x, width } of rows.flatMap((row) => gatherMarks(row, frame, PERSON_Y, 0))) {
    if (width < 6) continue;
    waits.push({ x, end: x + width, y: PERSON_Y });
    const text = `waits for you, ${spellTime(span.end - span.start)}`;
    if (width > text.length * CHARACTER + 8)
      words.push({ x: x + width / 2, y: PERSON_Y - 8, text, anchor: 'middle' });
  }
  return waits;
}

// A prompt's words go on until the next prompt, or until the wait that follows the turn.
function layOutPrompts(index: SpanIndex, frame: Frame, waits: Picture['waits'], words: Word[]): Mark[] {
  const prompts = rowsOf(index, 'prompt').flatMap((row) => gatherMarks(row, frame, PERSON_Y, 0, PROMPT_ROOM));
  let wait = 0;
  for (const [i, { x, span, count }] of prompts.entries()) {
    const next = prompts[i + 1]?.x ?? frame.right;
    while (wait < waits.length && (waits[wait]?.x ?? 0) < x + 40) wait++;
    const room = Math.min(next - 10, waits[wait]?.x ?? next) - x - 11;
    const bold = count > 1 ? '' : String(span.turn);
    const letters = Math.floor(room / CHARACTER) - bold.length - 2;
    if (bold === '' || room < bold.length * 7 + 2) continue;
    const text = letters < 5 ? '' : clip(span.label, letters);
    words.push({ x: x + 11, y: PERSON_Y + 4, bold, text, kind: 'prompt' });
  }
  return prompts;
}

function pushAgentMarks(rows: readonly PartRow[], frame: Frame, y: number, marks: Mark[]): number {
  let deepest = 0;
  for (const row of rows) {
    if (row.depth > 2 || row.sort === 'agent') continue;
    const found =
      row.sort === 'model'
        ? gatherMarks(row, frame, y - 2, 4)
        : gatherMarks(row, frame, y - 5 + row.depth * 11, 10);
    if (found.length > 0) deepest = Math.max(deepest, row.depth);
    marks.push(...found);
  }
  return deepest;
}

function layOutStrand(
  span: Span,
  fold: TimeFold,
  frame: Frame,
  top: number,
  y: number,
  colour: string,
): Strand {
  const [start, end] = [xOf(frame, fold.unitOf(span.start)), xOf(frame, fold.unitOf(span.end))];
  const bend = Math.min(16, Math.max((end - start) / 2, 1));
  const soft = top + (y - top) * 0.7;
  const [a, b] = [Math.max(start, frame.left - 40), Math.min(end, frame.right + 40)];
  const out = start < frame.left ? `M${a} ${y}` : `M${a} ${top}C${a} ${soft} ${a + 2} ${y} ${a + bend} ${y}`;
  const back = end > frame.right ? `H${b}` : `H${b - bend}C${b - 2} ${y} ${b} ${soft} ${b} ${top}`;
  const ends = [start, end].filter((x) => x >= frame.left && x <= frame.right);
  return { span, path: out + back, colour, ends: ends.map((x) => [x, top] as const) };
}

/** Says what the longest calls were where there is room below them, and how many ran at once. */
function toolWords(rows: readonly (readonly Mark[])[], frame: Frame, y: number): Word[] {
  const placed: { readonly from: number; readonly to: number; readonly y: number }[] = [];
  const words: Word[] = [];
  const add = (word: Word, width: number, alone = false): void => {
    const from = word.anchor === 'middle' ? word.x - width / 2 : word.x;
    const to = from + width;
    if (from < frame.left || to > frame.right + 6) return;
    if (placed.some((one) => (one.y === word.y || alone) && from < one.to + 10 && to > one.from - 10)) return;
    placed.push({ from, to, y: word.y });
    words.push(word);
  };
  const deepestAt = (from: number, to: number): number =>
    rows.findLastIndex((row) => row.some(({ x, width }) => x < to && x + width > from));
  const wide = rows
    .flat()
    .filter(({ count, width, failed }) => count === 1 && (width > 24 || (failed && width > 8)))
    .sort((a, b) => Number(b.failed) - Number(a.failed) || b.width - a.width)
    .slice(0, 24);
  for (const mark of wide) {
    const { span, x, width, failed } = mark;
    const took = spellTime(span.end - span.start);
    const text = failed
      ? clip(span.outcome ?? 'failed', 18)
      : `${clip(span.label, Math.max(10, Math.floor(width / CHARACTER) - took.length))}, ${took}`;
    const room = text.length * CHARACTER;
    const deep = deepestAt(x, x + Math.max(width, room));
    const word = { x, y: y + deep * ROW + 20, text };
    add(failed ? { ...word, x: x + width / 2, anchor: 'middle', kind: 'error' } : word, room);
  }
  for (let depth = rows.length - 1; depth > 0; depth--) {
    for (const { x, width } of rows[depth] ?? []) {
      if (deepestAt(x, x + width) !== depth) continue;
      add({ x, y: y + depth * ROW + 20, text: `${depth + 1} at once` }, 60, true);
    }
  }
  return words;
}
