import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findSessions } from '../disk/find-sessions.ts';
import { sessionsBeside } from './choose-sessions.ts';
import { type FurnishedHome, furnishHome } from './furnished-home.fixture.ts';

vi.mock('../disk/find-sessions.ts', async (original) => {
  const real = await original<typeof import('../disk/find-sessions.ts')>();
  return { ...real, findSessions: vi.fn(real.findSessions) };
});

let houses: FurnishedHome[];

beforeEach(() => {
  houses = [furnishHome(), furnishHome()];
});
afterEach(() => {
  for (const { root } of houses) rmSync(root, { recursive: true });
});

test('[F1] the sessions beside many are told once each, and each home is listed once for all of them', async () => {
  const homes = houses.map(({ home }) => home);
  const { sessions } = await findSessions(homes);
  const named = Array.from({ length: 50 }, () => sessions).flat();
  vi.mocked(findSessions).mockClear();
  const beside = await sessionsBeside(named);
  expect(vi.mocked(findSessions).mock.calls).toEqual(homes.map((home) => [[home]]));
  expect(beside.map(({ file }) => file).sort()).toEqual(sessions.map(({ file }) => file).sort());
  const [first] = sessions;
  const alone = await sessionsBeside(first ? [first] : []);
  expect(alone.length).toBeGreaterThan(0);
  expect(alone.every(({ home, project }) => home === first?.home && project === first.project)).toBe(true);
});
