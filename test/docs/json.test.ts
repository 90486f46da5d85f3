// What `--json` prints is what docs/json.md tells: no field of any command goes untold.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { copyWorld, makeWorld, removeWorlds, type World } from './docs-world.ts';

const sections = readFileSync(join(import.meta.dirname, '../../docs/json.md'), 'utf8').split(/^## /m);

let world: World;
beforeAll(async () => {
  world = copyWorld(await makeWorld());
});
afterAll(removeWorlds);

const SESSION = '05ceb7e9';
/** Stand for ids that a command before gave. */
const [CLONE, RECEIPT] = ['CLONE', 'RECEIPT'] as const;

/** In this order, in one home: some need what others made. */
const DOCUMENTS: readonly (readonly [command: string, words: readonly string[]])[] = [
  ['survey', [SESSION]],
  ['survey', ['--drift']],
  ['context', [SESSION]],
  ['ls', []],
  ['ls', ['--projects']],
  ['show', ['97045387']],
  ['show', ['97045387', '--branch', 'list']],
  ['graph', ['97045387']],
  ['check', ['9438147e']],
  ['check', ['9438147e', '--error', 'messages.3.content.0: tool_use ids were found without tool_result']],
  ['clone', [SESSION, '--fit', '40k', '--dry-run']],
  ['clone', [SESSION, '--dry-run']],
  ['clone', [SESSION, '--thinking', 'remove', '--title', 'A clone']],
  ['lineage', [SESSION]],
  ['undo', [CLONE]],
  ['undo', [CLONE, '--restore']],
  ['repair', ['9438147e', '--dry-run']],
  ['compress', [SESSION, '--dry-run']],
  ['search', ['flaky']],
  ['sync', []],
  ['stats', []],
  ['stats', ['--by', 'block', '--breakdown']],
  ['stats', ['--reconcile']],
  ['stats', ['--metrics', '97045387']],
  ['secrets', []],
  ['secrets', [SESSION, '--scrub', '--no-backup']],
  ['files', [SESSION]],
  ['files', ['33a5c1ea', '--file', 'README.md']],
  ['files', ['33a5c1ea', '--diff', 'README.md@1..2']],
  ['files', ['33a5c1ea', '--restore', 'README.md@2', '--to', 'README.old']],
  ['files', ['33a5c1ea', '--at', '3', '--to', 'then']],
  ['notes', [SESSION, '--add', 'once', '--label', 'bug']],
  ['notes', []],
  ['archive', [SESSION]],
  ['archive', ['--verify']],
  ['archive', ['--sweep']],
  ['restore', ['--list']],
  ['pack', [SESSION, '-o', 'work.clewpack']],
  ['locate', [SESSION]],
  ['du', []],
  ['du', [SESSION]],
  ['du', [SESSION, '--slim', '--dry-run']],
  ['export', [SESSION, '--format', 'md']],
  ['export', [SESSION, '--format', 'jsonl']],
  ['export', ['--project', 'harbor', '--format', 'md', '--out', 'pages']],
  ['mv', ['33a5c1ea', '--to', '/srv/infra', '--force']],
  ['rm', [SESSION]],
  ['undo', [RECEIPT]],
  ['rm', [SESSION]],
  ['unpack', ['work.clewpack']],
  ['demo', ['more']],
];

/** Not asked here, each for its reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  serve: 'waits for Ctrl+C: test/server starts it',
  tail: 'prints an object a line while a session is written: test/cli/tail.test.ts',
};

/** The ids that commands gave for those that come after them. */
const made = new Map<string, string>();

test.each(DOCUMENTS)('clew %s %j: every field of its JSON is told', async (command, words) => {
  const said = [command, ...words.map((word) => made.get(word) ?? word), '--json'];
  const { out, err, code } = await world.run(said);
  expect([said, code < 2 ? '' : err]).toEqual([said, '']);
  const document = JSON.parse(out);
  if (words.includes('A clone')) made.set(CLONE, document.sessionId);
  if (command === 'rm') made.set(RECEIPT, document.receipt);
  // What holds for all, and the sections that name the command: its own, and those whose shape it has.
  const own = sections.filter((section) => new RegExp(`\\b${command}\\b`).test(section));
  const known = new Set([sections[0], ...own].join('\n').match(/\w+/g));
  expect([...fieldsOf(document)].filter((field) => !known.has(field))).toEqual([]);
});

test('no command is left out', () => {
  const asked = new Set([...DOCUMENTS.map(([command]) => command), ...Object.keys(ELSEWHERE)]);
  expect(COMMANDS.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([]);
  const headings = sections.map((section) => section.split('\n', 1)[0]).join(' ');
  for (const command of asked) expect(headings).toMatch(new RegExp(`\\b${command}\\b`));
});

/** What stands below these was found in the log or typed: the keys are values, not fields. */
const AS_FOUND = new Set([
  ...['entryTypes', 'systemSubtypes', 'attachmentTypes', 'progressTypes', 'userKinds', 'contentBlocks'],
  ...['stopReasons', 'models', 'versions', 'tools', 'unknownTypes', 'unreadableReasons'],
  ...['byKind', 'dropped', 'changes', 'left', 'options', 'content', 'block'],
]);

/** The fields of a document, however deep. */
function fieldsOf(value: unknown, fields: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const item of value) fieldsOf(item, fields);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      fields.add(key);
      if (Array.isArray(inner) ? key !== 'content' : !AS_FOUND.has(key)) fieldsOf(inner, fields);
    }
  return fields;
}
