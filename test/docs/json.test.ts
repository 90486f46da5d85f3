// What `--json` prints is what docs/json.md tells: no field goes untold.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyWorld, makeWorld, removeWorlds, type World } from './docs-world.ts';

const sections = readFileSync(join(import.meta.dirname, '../../docs/json.md'), 'utf8').split(/^## /m);

let world: World;
beforeAll(async () => {
  world = copyWorld(await makeWorld());
});
afterAll(removeWorlds);

const SESSION = '05ceb7e9';

test.each([
  ['survey', [SESSION]],
  ['context', [SESSION]],
  ['ls', []],
  ['ls', ['--projects']],
  ['show', ['97045387']],
  ['graph', ['97045387']],
  ['check', ['9438147e']],
  ['clone', [SESSION, '--fit', '40k', '--dry-run']],
  ['repair', ['9438147e', '--dry-run']],
  ['compress', [SESSION, '--dry-run']],
  ['search', ['flaky']],
  ['sync', []],
  ['stats', []],
  ['stats', ['--by', 'block']],
  ['stats', ['--reconcile']],
  ['stats', ['--metrics', '97045387']],
  ['secrets', []],
  ['files', [SESSION]],
  ['rm', [SESSION, '--dry-run']],
  ['archive', [SESSION, '--dry-run']],
  ['restore', ['--list']],
  ['pack', [SESSION, '--dry-run']],
  ['locate', [SESSION]],
  ['du', []],
  ['du', [SESSION]],
  ['export', [SESSION, '--format', 'md']],
] as const)('clew %s %j: every field of its JSON is told', async (command, words) => {
  const { out, err } = await world.run([command, ...words, '--json']);
  expect(err).not.toMatch(/bug/);
  // The section that names the command, and those of commands whose shape it says it has.
  const told = sections.filter((section) => new RegExp(`\\b${command}\\b`).test(section)).join('\n');
  const known = new Set(told.match(/\w+/g));
  expect([...fieldsOf(JSON.parse(out))].filter((field) => !known.has(field))).toEqual([]);
});

/** The fields of a document, and of what its lists hold. */
function fieldsOf(document: Readonly<Record<string, unknown>>): Set<string> {
  const fields = new Set(Object.keys(document));
  for (const value of Object.values(document))
    if (Array.isArray(value))
      for (const item of value.slice(0, 20))
        if (typeof item === 'object' && item !== null) for (const key of Object.keys(item)) fields.add(key);
  return fields;
}
