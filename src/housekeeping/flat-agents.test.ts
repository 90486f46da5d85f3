import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { chooseSessions } from './choose-sessions.ts';
import { type FurnishedHome, furnishHome, pictureOf } from './furnished-home.fixture.ts';
import { removeSessions } from './remove-sessions.ts';

let house: FurnishedHome;

afterEach(() => rmSync(house.root, { recursive: true }));

test('[F2] agents that lie beside the session belong to it, and only its own', async () => {
  house = furnishHome('2.0.64');
  const machine = { env: {}, homeDirectory: house.root, workingDirectory: house.root, platform: 'linux' };
  const flat = () => Object.keys(pictureOf(house.home)).filter((name) => /\/agent-[^/]+\.jsonl$/.test(name));
  const before = flat();
  expect(before.length).toBeGreaterThan(1);
  const { file } = await house.find();
  for (const selector of [house.sessionId, file]) {
    const [session] = await chooseSessions([selector], { homes: [house.home], machine });
    expect(session?.agents.length).toBe(before.length / 2);
  }
  await removeSessions(await chooseSessions([house.sessionId], { homes: [house.home], machine }), house);
  expect(flat()).toHaveLength(before.length / 2);
});
