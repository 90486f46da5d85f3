import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHomes } from './find-homes.ts';
import type { Machine } from './machine.ts';

let root: string;
let machine: Machine;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clew-homes-'));
  for (const folder of ['a/projects', 'b/projects', 'bare', 'with,comma/projects', 'user/.claude/projects']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await mkdir(join(root, 'user/.config'), { recursive: true });
  await writeFile(join(root, 'file'), 'x');
  machine = { env: {}, homeDirectory: join(root, 'user'), workingDirectory: root, platform: 'linux' };
});

afterAll(() => rm(root, { recursive: true }));

function withVariable(value: string): Machine {
  return { ...machine, env: { CLAUDE_CONFIG_DIR: value } };
}

test('[F1] given homes come before the environment and are resolved, each once', async () => {
  const homes = await findHomes(withVariable(join(root, 'b')), ['a', `${root}/a/`, './bare']);
  expect(homes).toEqual([join(root, 'a'), join(root, 'bare')]);
});

test('[F1] CLAUDE_CONFIG_DIR may hold several homes, and comes before the usual places', async () => {
  expect(await findHomes(withVariable(`${root}/a, ${root}/b,`))).toEqual([join(root, 'a'), join(root, 'b')]);
});

test('[F1] a folder with a comma in its name is one home', async () => {
  expect(await findHomes(withVariable(`${root}/with,comma`))).toEqual([join(root, 'with,comma')]);
});

test('[F1] an empty CLAUDE_CONFIG_DIR counts as none', async () => {
  expect(await findHomes(withVariable('  '))).toEqual([join(root, 'user/.claude')]);
});

test('[F1] the usual places are ~/.claude and ~/.config/claude, where they have projects', async () => {
  expect(await findHomes(machine)).toEqual([join(root, 'user/.claude')]);
  expect(await findHomes({ ...machine, homeDirectory: join(root, 'bare') })).toEqual([]);
  await mkdir(join(root, 'user/.config/claude/projects'), { recursive: true });
  expect(await findHomes(machine)).toEqual([join(root, 'user/.claude'), join(root, 'user/.config/claude')]);
  await rm(join(root, 'user/.config/claude'), { recursive: true });
});

test('[F1] a usual place that is a link to the other is the same home', async () => {
  await symlink('../.claude', join(root, 'user/.config/claude'));
  expect(await findHomes(machine)).toEqual([join(root, 'user/.claude')]);
  await rm(join(root, 'user/.config/claude'));
});

test('a given home that does not exist or is a file is refused in one sentence with a hint', async () => {
  await expect(findHomes(machine, ['a', 'nowhere'])).rejects.toMatchObject({
    name: 'Refusal',
    code: 'home-missing',
    message: `The home “${root}/nowhere” does not exist.`,
    hint: expect.stringContaining('projects/'),
  });
  await expect(findHomes(machine, ['file'])).rejects.toMatchObject({
    code: 'home-is-a-file',
    hint: expect.stringContaining('--home'),
  });
});

test('of several homes in the variable a missing one is passed over; if none is there, the variable is named', async () => {
  expect(await findHomes(withVariable(`${root}/nowhere,${root}/b`))).toEqual([join(root, 'b')]);
  await expect(findHomes(withVariable(`${root}/nowhere`))).rejects.toMatchObject({
    code: 'home-missing',
    hint: expect.stringContaining('CLAUDE_CONFIG_DIR'),
  });
});
