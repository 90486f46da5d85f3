import { expect, test } from 'vitest';
import { decodeUtf8, joinBytes } from '../base/bytes.ts';
import { parseLog } from '../log/read-log.ts';
import { demoHome } from './demo-home.ts';
import { forgeHome, type HomeFile } from './forge-home.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');

const bytesOf = (file: HomeFile): Uint8Array => joinBytes([...file.chunks]);
const isMain = (file: HomeFile): boolean => /^projects\/[^/]+\/[0-9a-f-]{36}\.jsonl$/.test(file.path);

test('the demo home has about thirty sessions of five projects, all in the past, the newest of today', () => {
  const files = [...demoHome({ now: NOW })];
  expect(new Set(files.map((file) => file.path)).size).toBe(files.length);
  const mains = files.filter(isMain);
  expect(mains.length).toBeGreaterThanOrEqual(30);
  expect(mains.length).toBeLessThanOrEqual(34);
  expect(new Set(mains.map((file) => file.path.split('/')[1])).size).toBe(5);
  const stamps = mains.flatMap((file) => decodeUtf8(bytesOf(file)).match(/"timestamp":"[^"]+"/g) ?? []);
  const times = stamps.map((stamp) => Date.parse(stamp.slice(13, -1)));
  expect(Math.max(...times)).toBeLessThan(NOW);
  expect(Math.max(...times)).toBeGreaterThan(NOW - 86_400_000);
  expect(Math.min(...times)).toBeGreaterThan(NOW - 160 * 86_400_000);
});

test('the demo home has agents, a compaction, a rewind, one damaged and one big session', () => {
  const files = [...demoHome({ now: NOW })];
  const mains = files.filter(isMain).map((file) => parseLog(bytesOf(file)));
  expect(
    files.filter((file) => file.path.includes('/agent-') && file.path.endsWith('.jsonl')).length,
  ).toBeGreaterThan(4);
  const holding = (text: string): number =>
    mains.filter((lines) => lines.some((line) => decodeUtf8(line.raw).includes(text))).length;
  expect(holding('"compact_boundary"')).toBeGreaterThanOrEqual(2);
  expect(holding('"explicit":true')).toBe(1);
  expect(mains.filter((lines) => lines.some((line) => line.kind === 'unreadable')).length).toBe(1);
  const longest = Math.max(...mains.map((lines) => lines.length));
  expect(longest).toBeGreaterThan(1_200);
  expect(longest).toBeLessThan(2_200);
  const titles = files
    .filter(isMain)
    .map((file) => decodeUtf8(bytesOf(file)).match(/"(?:aiTitle|customTitle|summary)":"[^"]+"/)?.[0]);
  expect(new Set(titles).size).toBeGreaterThan(9);
});

test('the demo home is the same for the same moment', () => {
  const text = (now: number): string =>
    [...demoHome({ now })].map((file) => file.path + decodeUtf8(bytesOf(file))).join();
  expect(text(NOW)).toBe(text(NOW));
});

test('a home comes near the size asked for and yields one file at a time', () => {
  let [bytes, sessions] = [0, 0];
  for (const file of forgeHome({ seed: 1, sessions: 20, bytes: 30_000_000 })) {
    if (isMain(file)) sessions++;
    for (const chunk of file.chunks) bytes += chunk.length;
  }
  expect(sessions).toBe(20);
  expect(bytes).toBeGreaterThan(25_000_000);
  expect(bytes).toBeLessThan(45_000_000);
});
