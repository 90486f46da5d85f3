import { expect, test } from 'vitest';
import { FEATURES } from '../../forge/features.ts';
import { forgeSession, mainBytes } from '../../forge/forge-session.ts';
import { parseLog } from '../../log/read-log.ts';
import { buildThread } from '../../session/session.ts';
import { openTranscript } from '../transcript.ts';
import { toWebRow } from './to-web-row.ts';
import { type NumberedRow, WebThread } from './web-thread.ts';

const bytes = mainBytes(forgeSession({ seed: 'web thread', turns: 2, shape: FEATURES }));
const source = { sessionId: 's', title: undefined, thread: buildThread(parseLog(bytes)), agents: [] };
const transcript = openTranscript(source, { agents: 'reference' });
const asJson = ({ row, id, index }: NumberedRow) => toWebRow(row, { id, index, turn: 0 });

test('rows that are kept are those that are made again for each page', () => {
  const [kept, made] = [new WebThread(transcript, { keepsRows: true }), new WebThread(transcript)];
  expect(kept.total).toBeGreaterThan(100);
  expect(kept.facts).toEqual(made.facts);
  for (let from = 0; from < made.total; from += 30)
    expect(kept.rows(from, 30).map(asJson)).toEqual(made.rows(from, 30).map(asJson));
});

test('a row for a page names no field that has no value', () => {
  const rows = new WebThread(transcript).rows(0, Number.POSITIVE_INFINITY).map(asJson);
  expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThan(7);
  for (const row of rows) expect(Object.values(row)).not.toContain(undefined);
});
