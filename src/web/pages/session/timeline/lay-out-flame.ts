// Lays out the same time by what is inside of what: turn, request, call, agent, and what the agents did.
import { clip } from '../../../data/clip.ts';
import { type Frame, gatherMarks, type Mark } from './gather-marks.ts';
import type { LaneName, Picture, Word } from './lay-out-lanes.ts';
import { type PartRow, rowsOf, type SpanIndex } from './span-index.ts';
import { spellTime } from './spell-time.ts';

const TOP = 40;
const ROW = 24;
const MOST_DEPTH = 6;
const CHARACTER = 6.4;
/** Fewer letters of a longer name tell nothing. */
const LEAST_CLIPPED = 8;

export function layOutFlame(index: SpanIndex, frame: Frame): Picture {
  const names: LaneName[] = [];
  const marks: Mark[] = [];
  const words: Word[] = [];
  let y = TOP;
  const push = (name: string, rows: readonly PartRow[]): void => {
    const found = rows.slice(0, MOST_DEPTH).map((row) => gatherMarks(row, frame, 0, ROW - 2));
    const full = found.filter((row) => row.length > 0);
    if (rows.length === 0) return;
    names.push({ name, y: y + ROW / 2 - 1 });
    for (const row of full.length === 0 ? [[]] : full) {
      for (const mark of row) {
        marks.push({ ...mark, y });
        const text = wordsOf(mark);
        if (text !== '') words.push({ x: mark.x + 6, y: y + ROW / 2 + 3, text });
      }
      y += ROW;
    }
    y += 4;
  };
  push('Turns', rowsOf(index, 'turn'));
  push('Requests', rowsOf(index, 'request'));
  push('Thinking, answers', rowsOf(index, 'model', 'main'));
  push('Tools', rowsOf(index, 'call', 'tools'));
  push('Agents', rowsOf(index, 'agent'));
  push('Their thinking', rowsOf(index, 'model', 'agents'));
  push('Their tools', rowsOf(index, 'call', 'agents'));
  return {
    height: y + 8,
    names,
    marks,
    words,
    prompts: [],
    waits: [],
    strands: [],
    events: [],
  };
}

function wordsOf({ span, width, count }: Mark): string {
  const letters = Math.floor((width - 12) / CHARACTER);
  if (count > 1 || letters < 4) return '';
  const took = spellTime(span.end - span.start);
  // Of these the row and the colour say what they are.
  if (span.kind === 'request' || span.kind === 'thinking' || span.kind === 'answer')
    return took.length <= letters ? took : '';
  const name =
    span.kind === 'turn'
      ? `${span.turn} ${span.label}`
      : span.kind === 'tool'
        ? (span.tool ?? '')
        : span.label;
  const full = `${name}, ${took}`;
  if (full.length <= letters) return full;
  return name.length <= letters || letters >= LEAST_CLIPPED ? clip(name, letters) : '';
}
