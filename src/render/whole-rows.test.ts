import { expect, test } from 'vitest';
import { ERAS } from '../forge/eras.ts';
import { fileBytes, forgeSession } from '../forge/forge-session.ts';
import type { Line } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { slimLine } from '../log/slim-line.ts';
import { buildThread } from '../session/session.ts';
import { openTranscript } from './transcript.ts';
import { toWebRow } from './web/to-web-row.ts';
import { type NumberedRow, WebThread } from './web/web-thread.ts';

const SHAPES = [
  ['parallel-tools', 'long-file', 'images', 'mcp'],
  ['failing-tool', 'large-result', 'attachments', 'hooks'],
  ['compaction', 'queue', 'web', 'todos', 'skill'],
  ['interrupted-tools', 'shell', 'commands', 'api-retry', 'plan', 'question'],
] as const;

function open(lines: readonly Line[]): WebThread {
  const source = { sessionId: 's', title: undefined, thread: buildThread(lines), agents: [] };
  return new WebThread(openTranscript(source, { agents: 'reference' }));
}

const asJson = ({ row, id, index }: NumberedRow) => toWebRow(row, { id, index, turn: 0 });

test('rows of slim lines, made whole from the lines read anew, are the rows of whole lines: page by page', () => {
  for (const [n, shape] of SHAPES.entries()) {
    const session = forgeSession({ seed: `whole ${n}`, shape, era: ERAS.at(-1) as never });
    const lines = parseLog(fileBytes(session.files[0] as never));
    const slim = lines.map((line) => slimLine(line, 60));
    const whole = new Map<Line, Line>();
    for (const [i, { line, cut }] of slim.entries()) if (cut) whole.set(line, lines[i] as Line);
    expect(whole.size).toBeGreaterThan(3);
    const [wanted, held] = [open(lines), open(slim.map(({ line }) => line))];
    expect(held.total).toBe(wanted.total);
    for (let from = 0; from < held.total; from += 7) {
      const made = held.makeWhole(held.rows(from, 7), whole);
      expect(made.map(asJson)).toEqual(wanted.rows(from, 7).map(asJson));
    }
  }
});

test('[G4] the line of a summary leads to the compaction that shows it', () => {
  const session = forgeSession({ seed: 'summary', shape: ['compaction'], era: ERAS.at(-1) as never });
  const lines = parseLog(fileBytes(session.files[0] as never));
  const web = open(lines);
  const summaries = lines.filter((line) => line.kind === 'entry' && line.value.isCompactSummary === true);
  expect(summaries.length).toBeGreaterThan(0);
  for (const { place } of summaries)
    expect(web.rows(web.indexOfLine(place.line) ?? -1, 1)[0]?.row.kind).toBe('compaction');
});

test('a row is found by its number, its id, its line and the line of its result', () => {
  const session = forgeSession({ seed: 'find', shape: ['parallel-tools'], era: ERAS.at(-1) as never });
  const web = open(parseLog(fileBytes(session.files[0] as never)));
  for (const { index, id, row } of web.rows(0, web.total)) {
    expect(web.indexOf(id)).toBe(index);
    expect(web.indexOf(String(index))).toBe(index);
    if (row.place)
      expect(web.rows(web.indexOfLine(row.place.line) ?? -1, 1)[0]?.row.place?.line).toBe(row.place.line);
    if (row.kind === 'tool') {
      for (const { entry } of row.call.results) expect(web.indexOfLine(entry.place.line)).toBe(index);
    }
  }
  expect(web.indexOf(String(web.total))).toBeUndefined();
  expect(web.indexOf('0.0')).toBeUndefined();
  expect(web.indexOf('nothing')).toBeUndefined();
});
