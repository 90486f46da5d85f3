// Tests the lab itself: every scenario in every version leaves a session, and resuming it makes a valid request.
import { readFile, stat } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ALL_SCENARIOS } from './all-scenarios.ts';
import { whyNotAvailable } from './available.ts';
import { matrixOf } from './matrix.ts';
import { normalise } from './normalise.ts';
import { type Cell, produceSessions } from './produce-sessions.ts';
import { requestFaults } from './request-faults.ts';
import { RESUME_PROMPT } from './resume.ts';
import { labVersions } from './versions.ts';

const reason = await whyNotAvailable();
if (reason !== undefined) console.log(`client lab skipped: ${reason}`);

describe.skipIf(reason !== undefined)('the client lab', () => {
  let cells: readonly Cell[] = [];
  let versions: readonly string[] = [];

  beforeAll(async () => {
    versions = await labVersions();
    cells = await produceSessions({ versions });
    console.log(matrixOf(cells, versions, judge));
  }, 1_800_000);

  test('every scenario has a cell in every version', () => {
    expect(cells).toHaveLength(versions.length * ALL_SCENARIOS.length);
  });

  test('every scenario that a version can do leaves a session and a valid request', () => {
    const problems = cells.flatMap((cell) => {
      const word = judge(cell);
      return word === 'ok' || cell.kind === 'missing' ? [] : [`${cell.scenario} in ${cell.version}: ${word}`];
    });
    expect(problems).toEqual([]);
  });

  test('every session file is read back from the cache', async () => {
    for (const cell of cells) {
      if (cell.kind !== 'produced') continue;
      expect((await stat(cell.file)).size).toBeGreaterThan(0);
      expect((await readFile(cell.file, 'utf8')).endsWith('\n')).toBe(true);
    }
  });

  test('the prompt is the only transcript that a resume adds at the end', () => {
    for (const cell of cells) {
      if (cell.kind !== 'produced' || cell.resumed.kind !== 'sent') continue;
      const { messages, prompt } = normalise(cell.resumed.body, RESUME_PROMPT);
      expect(prompt, `${cell.scenario} in ${cell.version}`).toHaveLength(1);
      expect(messages.at(-1)?.role, `${cell.scenario} in ${cell.version}`).not.toBe('system');
    }
  });
});

/** One word for the matrix, or what is wrong. */
function judge(cell: Cell): string {
  if (cell.kind === 'missing') return 'not available';
  if (cell.kind === 'problem') return cell.message;
  if (cell.resumed.kind !== 'sent') return `resume: ${cell.resumed.kind}`;
  const faults = requestFaults(cell.resumed.body);
  return faults.length === 0 ? 'ok' : `invalid request: ${faults.join('; ')}`;
}
