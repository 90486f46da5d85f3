// A person's own prices hold wherever the server tells money.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { StatsAnswer, TurnsAnswer } from '../../src/server/api.ts';
import { makeFolder, PORT, plantHome, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

afterAll(removeFolders);

/** Every price of every model a hundred times as high. */
function writePrices(dataDir: string, models: readonly string[]): void {
  mkdirSync(dataDir, { recursive: true });
  const price = {
    input: 500,
    output: 500,
    cacheRead: 500,
    cacheWrite5m: 500,
    cacheWrite1h: 500,
    webSearch: 0,
  };
  const file = { models: Object.fromEntries(models.map((model) => [model, price])) };
  writeFileSync(join(dataDir, 'prices.json'), JSON.stringify(file));
}

const sumTokens = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: StatsAnswer['totals']) =>
  input + output + cacheRead + cacheWrite5m + cacheWrite1h;

async function moneyOf(server: TestServer, id: string) {
  const { sessions } = await server.get<{ sessions: { usage: StatsAnswer['totals'] }[] }>('/api/sessions');
  const { totals } = await server.get<StatsAnswer>('/api/stats');
  const { turns } = await server.get<TurnsAnswer>(`/api/sessions/${id}/turns`);
  const response = await server.app.request(`http://127.0.0.1:${PORT}/api/sessions/${id}/turns`);
  return { list: sessions[0]?.usage, totals, turns, etag: response.headers.get('etag') };
}

test('in the list, in the statistics and in a session; and what was kept with other prices is told anew', async () => {
  const { home, sessions } = plantHome([['todos']]);
  const id = sessions[0]?.sessionId ?? '';
  const usual = await serveHome(home, { catalog: true });
  const before = await moneyOf(usual, id);
  const { models } = await usual.get<StatsAnswer>('/api/stats');
  await usual.close();
  const dataDir = join(makeFolder(), 'data');
  writePrices(
    dataDir,
    models.map(({ model }) => model),
  );
  const server = await serveHome(home, { catalog: true, dataDir });
  const { list, totals, turns, etag } = await moneyOf(server, id);
  await server.close();
  expect(sumTokens(totals)).toBeGreaterThan(0);
  expect(totals.costUSD).toBeCloseTo((sumTokens(totals) * 500) / 1e6, 6);
  expect(list?.costUSD).toBeCloseTo(totals.costUSD ?? 0, 6);
  for (const { usage } of turns)
    if (usage.requests > 0) expect(usage.costUSD).toBeCloseTo((sumTokens(usage) * 500) / 1e6, 6);
  expect(totals.costUSD).not.toBeCloseTo(before.totals.costUSD ?? 0, 2);
  expect(etag).not.toBe(before.etag);
});

test('a price file that cannot be read is refused at the start', async () => {
  const dataDir = makeFolder();
  writeFileSync(join(dataDir, 'prices.json'), '{ "models": ');
  await expect(serveHome(plantHome([]).home, { dataDir })).rejects.toThrow('is not JSON');
});
