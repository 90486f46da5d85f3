import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERAS, type Era } from '../../src/forge/eras.ts';
import { type ForgedSession, fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import type { CloneReport } from '../../src/load/clone-session.ts';
import { runClew } from './run-clew.ts';

let folder: string;
let home: string;
let session: ForgedSession;
let compacted: ForgedSession;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-cli-clone-'));
  home = join(folder, 'home');
  const era = ERAS.at(-1) as Era;
  session = forgeSession({ seed: 21, era, shape: ['parallel-tools', 'fork', 'images'] });
  compacted = forgeSession({ seed: 22, era, shape: ['compaction'] });
  for (const file of [...session.files, ...compacted.files]) {
    mkdirSync(dirname(join(home, file.path)), { recursive: true });
    writeFileSync(join(home, file.path), fileBytes(file));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const over = () => ({ env: { CLEW_DATA_DIR: join(folder, 'data') }, homeDirectory: folder, cwd: folder });
const clone = (...words: string[]) => runClew(['clone', ...words, '--home', home], over());
const cloneJson = async (...words: string[]): Promise<CloneReport> =>
  JSON.parse((await clone(session.sessionId, ...words, '--json')).out);

test('clone --json has the documented shape, and the source stays as it was', async () => {
  const source = join(home, session.files[0]?.path ?? '');
  const before = createHash('sha256').update(readFileSync(source)).digest('hex');
  const report = await cloneJson('--tools', 'remove', '--oldest', '50%');
  expect(report).toMatchObject({
    source,
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    dryRun: false,
    turns: { before: expect.any(Number), after: expect.any(Number) },
    tokens: { before: expect.any(Number), after: expect.any(Number), basis: expect.any(String) },
    bytes: { before: expect.any(Number), after: expect.any(Number) },
    resume: `claude --resume ${report.sessionId}`,
  });
  expect(report.changes.toolCalls).toBeGreaterThan(0);
  expect(report.tokens.after).toBeLessThan(report.tokens.before);
  expect(report.file).toBe(join(dirname(source), `${report.sessionId}.jsonl`));
  expect(createHash('sha256').update(readFileSync(source)).digest('hex')).toBe(before);
});

test('the text says what was cut and ends with the command that goes on', async () => {
  const { out, code } = await clone(session.sessionId, '--thinking', 'remove', '--title', 'A short one');
  expect(code).toBe(0);
  expect(out).toContain('“A short one”');
  expect(out).toMatch(/cut +\d+ blocks? of thinking/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^cd ${session.cwd} && claude --resume [0-9a-f-]{36}$`),
  );
});

test('--dry-run writes nothing', async () => {
  const report = await cloneJson('--preset', 'emergency', '--dry-run');
  expect(report.dryRun).toBe(true);
  expect(existsSync(report.file)).toBe(false);
  expect((await clone(session.sessionId, '--dry-run')).out).toContain('nothing was written');
});

test('a cut that changes nothing says why', async () => {
  const report = await cloneJson('--tools', 'remove', '--tool', 'NoSuchTool', '--dry-run');
  expect(report.changes).toEqual({});
  expect(report.notes).toEqual(['No tool call was removed: no call is of NoSuchTool.']);
});

test('--fit reaches its target within 3 %, or says why not', async () => {
  const { tokens: without } = await cloneJson('--tools', 'remove', '--dry-run');
  const target = Math.round((without.before + without.after) / 2);
  const { tokens } = await cloneJson('--fit', String(target), '--dry-run');
  expect(tokens.after).toBeLessThanOrEqual(target);
  expect(tokens.after).toBeGreaterThan(target * 0.97);
  const { code, err } = await clone(session.sessionId, '--fit', '10');
  expect(code).toBe(2);
  expect(err).toContain('cannot be made to fit 10 tokens');
});

test('--uncompact goes back before the compaction; where there was none it is refused', async () => {
  const whole: CloneReport = JSON.parse((await clone(compacted.sessionId, '--dry-run', '--json')).out);
  const back = await clone(compacted.sessionId, '--uncompact', '--json');
  const report: CloneReport = JSON.parse(back.out);
  expect(readFileSync(report.file, 'utf8')).not.toContain('"compact_boundary"');
  expect(report.turns.after).toBeLessThanOrEqual(whole.turns.after);
  const refused = await clone(session.sessionId, '--uncompact');
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('never compacted') });
});

test('--branch takes the other way', async () => {
  const [own, other] = [await cloneJson('--branch', '1'), await cloneJson('--branch', '2')];
  expect(readFileSync(own.file, 'utf8')).not.toBe(readFileSync(other.file, 'utf8'));
  const last = (file: string) => /"lastPrompt":"([^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1];
  expect(last(own.file)).not.toBe(last(other.file));
});

test.each([
  [['--oldest', '50%'], 'not what to do with them'],
  [['--tools', 'remove', '--oldest', '50'], 'is not a share'],
  [['--tools', 'remove', '--oldest', '5%', '--keep-turns', '2'], 'in two ways'],
  [['--drop', 'everything'], 'cannot be dropped'],
  [['--fit', 'much'], 'not a number of tokens'],
  [['--from-turn', '900'], 'There are no turns 900'],
  [['--branch', '99'], 'There is no branch'],
])('%j is refused in one sentence', async (words, sentence) => {
  const { code, err } = await clone(session.sessionId, ...words);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('lineage shows the family, also when the source is gone, and undo takes a clone away and back', async () => {
  const first = await cloneJson('--title', 'First');
  const second: CloneReport = JSON.parse((await clone(first.sessionId, '--json', '--title', 'Second')).out);
  const lineage = (...words: string[]) => runClew(['lineage', ...words, '--home', home], over());
  const { out } = await lineage(second.sessionId);
  const rows = out.split('\n');
  expect(rows[0]).toContain(session.sessionId);
  expect(rows.find((row) => row.includes(first.sessionId))).toMatch(/^ {3}○/);
  expect(rows.find((row) => row.includes(second.sessionId))).toMatch(/^ {6}●/);
  const undo = (...words: string[]) => runClew(['undo', ...words], over());
  expect((await undo(first.sessionId)).code).toBe(0);
  expect(existsSync(first.file)).toBe(false);
  expect((await lineage(first.sessionId)).out).toContain('in the trash');
  const bytes = readFileSync(second.file);
  expect((await undo(session.sessionId)).code).toBe(2);
  expect((await undo('--restore', first.sessionId)).out).toContain('Brought back');
  expect(existsSync(first.file)).toBe(true);
  expect(readFileSync(second.file).equals(bytes)).toBe(true);
});
