// Lays out the same time by what is inside of what: turn, request, call, agent, and what the agents did.
import { type Frame, gatherMarks, type Mark } from './gather-marks.ts';
import type { LaneName, Picture, Word } from './lay-out-lanes.ts';
import { clip } from './lay-out-lanes.ts';
import type { SpanIndex, SpanRow } from './span-index.ts';
import { spellTime } from './spell-time.ts';

const TOP = 40;
const ROW = 24;
const MOST_DEPTH = 6;
const CHARACTER = 6.4;

export function layOutFlame(index: SpanIndex, agentRows: readonly SpanRow[], frame: Frame): Picture {
  const names: LaneName[] = [];
  const marks: Mark[] = [];
  const words: Word[] = [];
  let y = TOP;
  const push = (name: string, rows: readonly SpanRow[]): void => {
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
  push('Turns', [index.turns]);
  push('Requests', [index.requests]);
  push('Thinking, answers', ofSort(index, 'main', 'model'));
  push('Tools', ofSort(index, 'tools', 'call'));
  push(
    'Agents',
    agentRows.filter(({ sort }) => sort === 'agent'),
  );
  push(
    'Their thinking',
    agentRows.filter(({ sort }) => sort === 'model'),
  );
  push(
    'Their tools',
    agentRows.filter(({ sort }) => sort === 'call'),
  );
  return {
    height: y + 8,
    names,
    marks,
    words,
    prompts: [],
    waits: [],
    strands: [],
    events: [],
    hidden: 0,
  };
}

function ofSort(index: SpanIndex, lane: string, sort: SpanRow['sort']): SpanRow[] {
  return (index.rows.get(lane) ?? []).filter((row) => row.sort === sort);
}

function wordsOf({ span, width, count }: Mark): string {
  const letters = Math.floor((width - 12) / CHARACTER);
  if (count > 1 || letters < 4) return '';
  const took = spellTime(span.end - span.start);
  const name =
    span.kind === 'turn'
      ? `${span.turn} ${span.label}`
      : span.kind === 'tool'
        ? (span.tool ?? '')
        : span.label;
  const full = `${name}, ${took}`;
  return full.length <= letters ? full : clip(name, letters);
}
