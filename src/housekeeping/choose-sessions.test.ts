import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSessions } from '../disk/find-sessions.ts';
import { sessionsBeside } from './choose-sessions.ts';
import { type FurnishedHome, furnishHome } from './furnished-home.fixture.ts';

let houses: FurnishedHome[];

beforeEach(() => {
  houses = [furnishHome(), furnishHome()];
});
afterEach(() => {
  for (const { root } of houses) rmSync(root, { recursive: true });
});

test('[F1] the sessions beside many of two homes are told once each; those beside one are of its own folder', async () => {
  const homes = houses.map(({ home }) => home);
  const { sessions } = await findSessions(homes);
  const named = Array.from({ length: 50 }, () => sessions).flat();
  const beside = await sessionsBeside(named);
  expect(beside.map(({ file }) => file).sort()).toEqual(sessions.map(({ file }) => file).sort());
  const [first] = sessions;
  const alone = await sessionsBeside(first ? [first] : []);
  expect(alone.length).toBeGreaterThan(0);
  expect(alone.every(({ home, project }) => home === first?.home && project === first.project)).toBe(true);
});
