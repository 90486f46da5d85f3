import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { CloneReport } from '../../src/load/clone-session.ts';
import { makeCloneHome } from './clone-home.fixture.ts';
import { picture, sharp, widthOf } from './pictures.ts';

const { home, source, session, compacted, run } = makeCloneHome();
const clone = (...words: string[]) => run(['clone', ...words, '--home', home]);
const cloneJson = async (...words: string[]): Promise<CloneReport> =>
  JSON.parse((await clone(session.sessionId, ...words, '--json')).out);

test('clone --json has the documented shape, and the source stays as it was', async () => {
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
  [['--image-side', '300'], 'not what to do with images'],
  [['--images', 'downscale', '--image-side', '9'], 'cannot be scaled to 9 pixels'],
])('%j is refused in one sentence', async (words, sentence) => {
  const { code, err } = await clone(session.sessionId, ...words);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('--dry-run without a cut tells what each preset would leave, and which is enough; with a cut it does not', async () => {
  const { out } = await clone(session.sessionId, '--dry-run');
  expect(out).toMatch(
    / {2}presets {5}routine .*, deep .*, emergency .*, archive .*\n {2}advice {6}cut nothing: /,
  );
  const { presets, advice, tokens } = JSON.parse((await clone(session.sessionId, '--dry-run', '--json')).out);
  const emergency = await cloneJson('--preset', 'emergency', '--dry-run');
  expect(presets[2]).toEqual({ name: 'emergency', tokens: emergency.tokens.after });
  expect(presets[2].tokens).toBeLessThan(tokens.after);
  expect(advice).toEqual({ take: 'nothing' });
  expect(emergency).not.toHaveProperty('advice');
});

test('--dry-run tells what it costs once and saves in each request, in money where the model has a price', async () => {
  const { out } = await clone(session.sessionId, '--tools', 'remove', '--dry-run');
  expect(out).toMatch(
    /^ {2}cost {8}\$[\d.]+ once, to write [\d.]+k? tokens to the cache \([\w-]+, [\w-]+ cache\)$/m,
  );
  expect(out).toMatch(/^ {2}saving {6}\$[\d.]+ a request.*: [\d.]+k? fewer tokens are read$/m);
  const report = JSON.parse((await clone(session.sessionId, '--tools', 'remove', '--dry-run', '--json')).out);
  expect(report.cost).toMatchObject({
    unpriced: false,
    write: expect.any(Number),
    savedPerTurn: expect.any(Number),
  });
  expect(report.cost.write).toBeLessThan(report.cost.sourceWrite);
  expect(await cloneJson('--tools', 'remove')).not.toHaveProperty('cost');
});

test.skipIf(!sharp)(
  '[T2] --images downscale makes large images smaller, in the copy only, and a second time changes nothing',
  async () => {
    const data = (await picture(1000, 400))?.toString('base64') ?? '';
    const id = '77777777-89ab-4cde-8f01-23456789abcd';
    const file = join(dirname(source), `${id}.jsonl`);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const shared = { parentUuid: null, sessionId: id, timestamp: '2026-03-01T00:00:00Z', version: '2.1.325' };
    const prompt = { ...shared, type: 'user', uuid: 'u1', message: { role: 'user', content: [image] } };
    writeFileSync(file, `${JSON.stringify(prompt)}\n`);
    const report: CloneReport = JSON.parse(
      (await clone(id, '--images', 'downscale', '--image-side', '200', '--json')).out,
    );
    expect(report.changes.scaledImages).toBe(1);
    const [first] = readFileSync(report.file, 'utf8').split('\n');
    const scaled = JSON.parse(first ?? '').message.content[0].source;
    expect([scaled.media_type, await widthOf(scaled.data)]).toEqual(['image/png', 200]);
    const again = await clone(report.sessionId, '--images', 'downscale', '--image-side', '200', '--dry-run');
    expect(again.out).toContain('No image was scaled: none is larger than 200 pixels a side.');
    expect(readFileSync(file, 'utf8')).toContain(data);
    rmSync(file);
  },
);

test('the session may stand behind --uncompact, whose number can be left out', async () => {
  const behind: CloneReport = JSON.parse(
    (await clone('--uncompact', compacted.sessionId.slice(0, 13), '--dry-run', '--json')).out,
  );
  expect(behind.sourceId).toBe(compacted.sessionId);
  const counted = await clone('--uncompact', '1', compacted.sessionId, '--dry-run', '--json');
  expect(JSON.parse(counted.out).tokens).toEqual(behind.tokens);
  expect(await clone(session.sessionId, '--uncompact', 'two')).toMatchObject({
    code: 2,
    err: expect.stringContaining('“two” is not a number'),
  });
});

test('a clone clears away what a killed run has left in the project, and nothing younger or of others', async () => {
  const project = dirname(source);
  const name = (n: number) => `.clew-0000000${n}-89ab-4cde-8f01-23456789abcd.tmp`;
  const lost = join(project, '99999999-89ab-4cde-8f01-23456789abcd', 'subagents');
  mkdirSync(lost, { recursive: true });
  const old = [join(project, name(1)), join(lost, name(2))];
  const others = [join(project, name(3)), join(project, '.clew-mine.tmp')];
  for (const file of [...old, ...others]) writeFileSync(file, 'half');
  const long = new Date('2026-03-04T10:00:00Z');
  for (const file of [...old, others[1] as string]) utimesSync(file, long, long);
  await clone(session.sessionId, '--dry-run');
  expect(old.filter((file) => existsSync(file))).toEqual(old);
  await cloneJson();
  expect(old.filter((file) => existsSync(file))).toEqual([]);
  expect(others.filter((file) => existsSync(file))).toEqual(others);
  for (const file of others) rmSync(file);
  rmSync(dirname(lost), { recursive: true });
});

test('lineage shows the family, also when the source is gone, and undo takes a clone away and back', async () => {
  const first = await cloneJson('--title', 'First');
  const second: CloneReport = JSON.parse((await clone(first.sessionId, '--json', '--title', 'Second')).out);
  const lineage = (...words: string[]) => run(['lineage', ...words, '--home', home]);
  const { out } = await lineage(second.sessionId);
  const rows = out.split('\n');
  expect(rows[0]).toContain(session.sessionId);
  expect(rows.find((row) => row.includes(first.sessionId))).toMatch(/^ {3}○/);
  expect(rows.find((row) => row.includes(second.sessionId))).toMatch(/^ {6}●/);
  const undo = (...words: string[]) => run(['undo', ...words]);
  expect((await undo(first.sessionId)).code).toBe(0);
  expect(existsSync(first.file)).toBe(false);
  expect((await lineage(first.sessionId)).out).toContain('in the trash');
  const bytes = readFileSync(second.file);
  expect((await undo(session.sessionId)).code).toBe(2);
  expect((await undo('--restore', first.sessionId)).out).toContain('Brought back');
  expect(existsSync(first.file)).toBe(true);
  expect(readFileSync(second.file).equals(bytes)).toBe(true);
});

test('a plan tells money by a person’s own prices, too', async () => {
  const file = join(home, '..', 'data', 'prices.json');
  mkdirSync(dirname(file), { recursive: true });
  const plan = async () => JSON.parse((await clone(session.sessionId, '--dry-run', '--json')).out).cost;
  const before = await plan();
  const models = { [before.model]: { cacheWrite5m: 5000, cacheWrite1h: 5000 } };
  writeFileSync(file, JSON.stringify({ models }));
  const after = await plan();
  rmSync(file);
  expect(after.write).toBeGreaterThan(before.write * 10);
});

test('lineage chooses among no sessions that begin alike, and passes over a record that lacks what it tells', async () => {
  const { sessionId } = await cloneJson();
  const beside = `${sessionId.slice(0, 7)}${sessionId[7] === '0' ? '1' : '0'}${sessionId.slice(8)}`;
  const twin = join(dirname(source), `${beside}.jsonl`);
  writeFileSync(twin, readFileSync(source));
  const lineage = (id: string) => run(['lineage', id, '--home', home]);
  expect(await lineage(sessionId.slice(0, 7))).toMatchObject({
    code: 2,
    err: expect.stringContaining('fits 2 sessions'),
  });
  rmSync(twin);
  expect((await lineage(sessionId)).out).toContain(`● ${sessionId}`);
  const record = join(home, '..', 'data', 'lineage', `${sessionId}.json`);
  const { changes: _, ...torn } = JSON.parse(readFileSync(record, 'utf8'));
  writeFileSync(record, JSON.stringify(torn));
  const { code, out } = await lineage(sessionId);
  expect([code, out]).toEqual([1, expect.stringContaining('clew has made no clone of')]);
});
