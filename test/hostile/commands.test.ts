// Every command over sessions that nobody's client wrote: it may refuse with a sentence, it may never break.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Feature } from '../../src/forge/features.ts';
import { fileBytes, forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { Random } from '../../src/forge/random.ts';
import { runClew } from '../cli/run-clew.ts';
import { twistTypes } from './twist-types.ts';

const root = mkdtempSync(join(tmpdir(), 'clew-hostile-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a person may run on one session; nothing here writes into the home but clones and repairs. */
const ON_ONE: readonly (readonly string[])[] = [
  ['show'],
  ['show', '--full'],
  ['show', '--json'],
  ['context'],
  ['context', '--json'],
  ['survey'],
  ['check'],
  ['check', '--json'],
  ['repair', '--dry-run'],
  ['clone', '--yes'],
  ['clone', '--tools', 'remove', '--thinking', 'remove', '--yes'],
  ['clone', '--truncate-results', '50', '--images', 'remove', '--yes'],
  ['clone', '--fit', '2k', '--dry-run'],
  ['clone', '--preset', 'deep', '--dry-run'],
  ['clone', '--drop', 'snapshots,progress,attachments', '--dry-run'],
  ['compress', '--provider', 'offline', '--dry-run', '--protect', '0'],
  ['lineage'],
  ['graph'],
  ['graph', '--json'],
  ['files'],
  ['du'],
  ['locate'],
  ['rm', '--dry-run'],
  ['archive', '--dry-run'],
  ['pack', '--dry-run'],
  ['mv', '--to', '/work/elsewhere', '--force', '--dry-run'],
  ['notes', '--add', 'seen', '--label', 'hostile'],
  ['notes'],
  ['stats', '--metrics'],
  ['secrets'],
  ['export', '--format', 'html', '--redact'],
  ['export', '--format', 'md'],
  ['export', '--format', 'json'],
  ['repair', '--yes'],
];

const ON_ALL: readonly (readonly string[])[] = [
  ['ls'],
  ['ls', '--no-catalog'],
  ['sync'],
  ['search', 'the'],
  ['search', '--regex', 't.e'],
  ['stats'],
  ['stats', '--by', 'session', '--json'],
  ['stats', '--no-catalog'],
  ['stats', '--by', 'model'],
  ['stats', '--by', 'tool'],
  ['check'],
  ['du'],
  ['secrets'],
  ['locate', 'harbor'],
];

async function runAll(home: string, id: string, onOne = ON_ONE): Promise<string[]> {
  const env = { CLEW_DATA_DIR: join(home, '..', 'data') };
  const broken: string[] = [];
  const run = async (words: readonly string[]) => {
    const { code, err, out } = await runClew([...words, '--home', home], { env });
    if (code > 2 || code < 0 || err.includes('a bug in clew')) broken.push(`${words.join(' ')}: ${err}`);
    // What is printed can neither move the cursor, nor name the window, nor turn the text around.
    const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.exec(
      out + err,
    )?.[0];
    if (control) broken.push(`${words.join(' ')}: prints ${JSON.stringify(control)}`);
    // JSON lines of `show` are one value each; whatever says it is JSON must be.
    if (words.includes('--json') && code < 2 && out !== '' && !words.includes('show')) JSON.parse(out);
  };
  if (onOne === ON_ONE) for (const words of ON_ALL) await run(words);
  for (const [name, ...flags] of onOne) {
    const target = name === 'export' ? ['-o', join(home, '..', `out.${flags[1]}`), '--force'] : [];
    await run([name as string, id, ...flags, ...target]);
  }
  return broken;
}

function plant(name: string, main: string | Uint8Array, id: string): string {
  const home = join(root, name, 'home');
  const file = join(home, 'projects', '-work', `${id}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, main);
  return home;
}

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('sessions with values of wrong types', () => {
  const rounds = Number(process.env.CLEW_TWISTS ?? 6);
  test.each(Array.from({ length: rounds }, (_, seed) => [seed]))(
    'no command breaks (seed %i)',
    async (seed) => {
      const session = forgeSession({ seed, shape: ['agent', 'images', 'rewind', 'compaction', 'todos'] });
      const lines = Buffer.from(mainBytes(session)).toString().trim().split('\n');
      const values = lines.map((line) => JSON.parse(line) as JsonObject);
      const twisted = twistTypes(values, new Random(seed), [0.005, 0.03, 0.15][seed % 3] as number);
      const home = plant(`twisted-${seed}`, twisted, session.sessionId);
      for (const file of session.files.slice(1)) {
        const path = join(home, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, fileBytes(file));
      }
      expect(await runAll(home, session.sessionId)).toEqual([]);
    },
    60_000,
  );
});

test('values that nest hundreds of thousands of levels deep break nothing, and are kept', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const entry = (n: number, fields: object) =>
    JSON.stringify({
      parentUuid: n === 0 ? null : uuid(n - 1),
      isSidechain: false,
      userType: 'external',
      cwd: '/work',
      sessionId: ID,
      version: '2.1.300',
      uuid: uuid(n),
      timestamp: new Date(1.78e12 + n * 1000).toISOString(),
      ...fields,
    });
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { a: 'DEEP' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'DEEP' };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const answer = (id: string, block: object) => ({
    type: 'assistant',
    message: { id, type: 'message', role: 'assistant', model: 'claude-opus-4-5', content: [block], usage },
  });
  const main = [
    entry(0, { type: 'user', message: { role: 'user', content: 'hello' } }),
    entry(1, answer('msg_1', call)),
    entry(2, { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: 'DEEP' }),
    entry(3, answer('msg_2', { type: 'text', text: 'done' })),
    deep,
  ].join('\n');
  const home = plant('deep', `${main.replaceAll('"DEEP"', deep)}\n`, ID);
  const folder = join(home, 'projects', '-work');
  const before = readFileSync(join(folder, `${ID}.jsonl`), 'utf8');
  expect(await runAll(home, ID)).toEqual([]);
  expect(readdirSync(folder).length).toBeGreaterThan(1);
  // The repair of the last step sets lines aside; all before it leave the source as it was.
  expect(before).toContain(deep);
});

const POISON = ' \u001b]0;owned\u0007\u001b[2J\u009b31m\u202eb';

/** Fields by which entries find each other: with another value the session would be another. */
const LINKS =
  /^(?:type|role|uuid|parentUuid|logicalParentUuid|leafUuid|sessionId|timestamp|id|tool_use_id|messageId)$/;
/** Those too by which clients and tools are told apart. */
const KINDS = /^(?:name|subtype|operation|version|agentId|userType|stop_reason)$/;

function poison(value: Json, key: string, spares: (key: string) => boolean): Json {
  if (typeof value === 'string') return spares(key) ? value : value + POISON;
  if (Array.isArray(value)) return value.map((item: Json) => poison(item, key, spares));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, child]) => [name, poison(child as Json, name, spares)]),
  );
}

const SHAPES: readonly (readonly Feature[])[] = [
  ['agent', 'images', 'rewind', 'todos', 'mcp', 'question', 'plan', 'queue'],
  ['compaction', 'api-error', 'commands', 'shell', 'all-attachments', 'background-agent', 'failing-tool'],
];

test.each([
  ['texts', 0, (key: string) => LINKS.test(key) || KINDS.test(key)],
  ['texts and names', 1, (key: string) => LINKS.test(key)],
] as const)(
  'escape sequences in all %s of a session reach no terminal (shape %i)',
  async (name, n, spares) => {
    const session = forgeSession({ seed: `${name} ${n}`, shape: SHAPES[n] ?? [] });
    const home = join(root, `poisoned-${session.sessionId}`, 'home');
    for (const file of session.files) {
      const lines = Buffer.from(fileBytes(file)).toString().split('\n');
      const isLog = file.path.endsWith('.jsonl');
      const poisoned = lines.map((line) =>
        isLog && line !== '' ? JSON.stringify(poison(JSON.parse(line), '', spares)) : line,
      );
      mkdirSync(dirname(join(home, file.path)), { recursive: true });
      writeFileSync(join(home, file.path), poisoned.join('\n'));
    }
    expect(await runAll(home, session.sessionId)).toEqual([]);
  },
  60_000,
);

test('escape sequences in the names of folders and files, and in ids, reach no terminal', async () => {
  const session = forgeSession({ seed: 'names', shape: ['parallel-tools'] });
  const home = join(root, 'names', 'home');
  const folder = join(home, 'projects', '-work\u001b[31m\u202e');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a\u001b]0;owned\u0007.jsonl'), mainBytes(session));
  writeFileSync(join(folder, `${ID}.jsonl`), Buffer.concat([mainBytes(session), Buffer.from('{"torn')]));
  // The session that an agent's lines name is all that is known of it.
  const agent = { type: 'user', isSidechain: true, sessionId: '\u001b[2Jgone', message: { content: 'go' } };
  writeFileSync(join(folder, 'agent-ab12.jsonl'), `${JSON.stringify(agent)}\n`);
  writeFileSync(join(folder, 'empty\u009b1m.jsonl'), '');
  expect(await runAll(home, join(folder, 'a\u001b]0;owned\u0007.jsonl'))).toEqual([]);
  const some = [['show'], ['rm'], ['locate'], ['clone', '--yes'], ['check'], ['repair', '--dry-run']];
  for (const id of [ID, 'agent-ab12', 'a\u001b]']) expect(await runAll(home, id, some)).toEqual([]);
}, 60_000);

function uuid(n: number): string {
  return `bbbbbbbb-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
