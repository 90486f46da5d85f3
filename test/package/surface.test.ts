// The published surface: small, documented, and the same in code, types and docs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { listEntryPoints, root } from './public-surface.ts';

const entryPoints = listEntryPoints();
const guide = readFileSync(join(root, 'docs/library.md'), 'utf8');

/** Tolerated debt: folders that others are at work in. Their names get their sentences, and the folder goes from here. */
const WAITING: readonly string[] = [];

test('every name has a sentence for the editor to show', () => {
  const bare = entryPoints
    .flatMap(({ names }) => names.filter(({ before }) => !/\*\/\s*$/.test(before)))
    .map(({ file, name }) => `${file} ${name}`);
  const waits = (name: string): boolean => WAITING.some((folder) => name.startsWith(`src/${folder}/`));
  expect(bare.filter((name) => !waits(name))).toEqual([]);
  expect(WAITING.filter((folder) => !bare.some((name) => name.startsWith(`src/${folder}/`)))).toEqual([]);
});

test('the guide lists exactly what each entry point gives', () => {
  const lists = guide.slice(guide.indexOf('## What there is'));
  expect(entryPoints.length).toBe(8);
  for (const { specifier, names } of entryPoints) {
    const [, list = ''] =
      new RegExp(`\\*\\*\`${specifier}\`\\*\\* ([\\s\\S]*?)(?:\\n\\n|\\n*$)`).exec(lists) ?? [];
    const told = [...list.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const given = names.filter(({ kind }) => kind === 'value').map(({ name }) => name);
    expect([specifier, told.toSorted()]).toEqual([specifier, given.toSorted()]);
  }
});

test('the guide says of which calls each command is made, and they are published', () => {
  const rows = [...guide.matchAll(/^\| (`[^|]+) \| ([^|]*\w+[^|]*) \|$/gm)].filter(
    ([row]) => !row.includes('`clew'),
  );
  const commands = rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)/g)].map(([, name]) => name));
  expect(new Set(commands)).toEqual(
    new Set(COMMANDS.map(({ name }) => name).filter((name) => name !== 'demo')),
  );
  const published = new Set(entryPoints.flatMap(({ names }) => names.map(({ name }) => name)));
  const called = rows.flatMap(([, , calls = '']) => [
    ...calls.matchAll(/`(?:new )?([A-Za-z]\w+)/g),
    ...calls.matchAll(/, (link\w+)\(/g),
  ]);
  expect(called.length).toBeGreaterThan(50);
  expect(called.map(([, name]) => name).filter((name = '') => !published.has(name))).toEqual([]);
});

test('an entry point gives no more than a person can take in', () => {
  for (const { specifier, names } of entryPoints) {
    const values = names.filter(({ kind }) => kind === 'value');
    expect([specifier, values.length]).toEqual([specifier, expect.toSatisfy((count) => count <= 45)]);
  }
});
