// Sums must not depend on where they come from: what the catalog keeps of a file is what the byte-level reader finds in it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assignAgents } from '../../disk/assign-agents.ts';
import { findSessions } from '../../disk/find-sessions.ts';
import { countUsage, usageTargets } from '../../load/count-usage.ts';
import { joinAnswers } from '../../stats/file-answers.ts';
import type { FileUsage } from '../../stats/usage-record.ts';
import { answer, prompt, TestHome } from '../catalog.fixture.ts';
import { Catalog } from '../catalog.ts';
import { readUsage } from './read-usage.ts';

let home: TestHome;
let catalog: Catalog;
beforeEach(() => {
  home = new TestHome();
  catalog = new Catalog(':memory:');
});
afterEach(() => {
  catalog.close();
  home.remove();
});

async function fromFiles(): Promise<FileUsage[]> {
  const listing = await assignAgents(await findSessions([home.home]));
  const { files } = await countUsage(usageTargets(listing));
  return files.toSorted((a, b) => (a.file.file < b.file.file ? -1 : 1));
}

test('[K3] the answers of every file are those that its records make', async () => {
  home.forge(9, 14);
  home.put('-home-dev-api/11111111-aaaa.jsonl', [prompt('A lamp'), answer('Yes')]);
  await catalog.sync({ homes: [home.home] });
  const answers = catalog.readAnswers([home.home]);
  const expected = (await fromFiles()).map(joinAnswers);
  // JSON leaves out what is undefined.
  expect(answers.map(({ file, names }) => [{ ...file }, names])).toEqual(
    expected.map(({ file, names }) => [file, names]),
  );
  expect(answers.map(({ numbers }) => [...numbers])).toEqual(expected.map(({ numbers }) => [...numbers]));
  expect(answers.reduce((sum, { numbers }) => sum + numbers.length, 0)).toBeGreaterThan(500);
});

test('[K3] the records of every file are those of a reading of the files', async () => {
  home.forge(9, 14);
  const ledger = { type: 'cost-state', totalCostUSD: 0.5, modelUsage: { 'claude-x': { inputTokens: 7 } } };
  home.put('-home-dev-api/11111111-aaaa.jsonl', [prompt('A lamp'), answer('Yes'), ledger]);
  await catalog.sync({ homes: [home.home], parts: ['digests'] });
  const kept = [...catalog.readUsage({ homes: [home.home] })];
  expect(kept).toEqual(await fromFiles());
  expect(kept.flatMap(({ records }) => records).length).toBeGreaterThan(50);
  expect(kept.some(({ costState }) => costState?.totalCostUSD === 0.5)).toBe(true);
});

test('what is appended is in the records, and files outside of a time are left out', async () => {
  home.put('-home-dev-api/11111111-aaaa.jsonl', [prompt('A lamp'), answer('Yes')]);
  home.put('-home-dev-api/22222222-bbbb.jsonl', [
    prompt('A lamp'),
    answer('Later', 1, { timestamp: '2026-05-01T00:00:00Z' }),
  ]);
  const homes = [home.home];
  await catalog.sync({ homes });
  const ids = (filter: object) =>
    [...catalog.readUsage({ homes, ...filter })].map(({ file }) => file.sessionId);
  expect(ids({})).toEqual(['11111111-aaaa', '22222222-bbbb']);
  expect(ids({ since: Date.UTC(2026, 3, 1) })).toEqual(['22222222-bbbb']);
  expect(ids({ until: Date.UTC(2026, 3, 1) })).toEqual(['11111111-aaaa']);
  expect(ids({ sessionId: '22222222-bbbb' })).toEqual(['22222222-bbbb']);
  home.append('-home-dev-api/11111111-aaaa.jsonl', [answer('More', 2)]);
  await catalog.sync({ homes });
  expect([...catalog.readUsage({ homes })]).toEqual(await fromFiles());
});

test('what is wrong with the database is told by the question, not by whoever reads the answer', () => {
  const damaged = {
    exec: () => undefined,
    close: () => undefined,
    prepare: () => {
      throw new Error('database disk image is malformed');
    },
  };
  expect(() => readUsage(damaged, { homes: [] })).toThrow(/malformed/);
});
