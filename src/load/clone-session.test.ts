import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { predictResume } from '../context/predict-resume.ts';
import { asNobody, hasUsers } from '../disk/as-nobody.fixture.ts';
import { selectSession } from '../disk/select-session.ts';
import { ERAS } from '../forge/eras.ts';
import type { Feature } from '../forge/features.ts';
import { type ForgedSession, fileBytes, forgeSession } from '../forge/forge-session.ts';
import { parseLog } from '../log/read-log.ts';
import { type CloneOptions, cloneFile, cloneSession } from './clone-session.ts';
import { readRecords } from './lineage-record.ts';
import { openSession } from './open-session.ts';
import { restoreClone, undoClone } from './undo-clone.ts';

const root = mkdtempSync(join(tmpdir(), 'clew-clone-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Place {
  readonly home: string;
  readonly data: string;
  readonly session: ForgedSession;
  readonly file: string;
}

function forgeAt(name: string, seed: number, shape: readonly Feature[], era = ERAS.at(-1)): Place {
  const home = join(root, name, 'home');
  const session = forgeSession({ seed, ...(era ? { era } : {}), shape });
  for (const file of session.files) {
    const path = join(home, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, fileBytes(file));
  }
  return { home, data: join(root, name, 'data'), session, file: join(home, session.files[0]?.path ?? '') };
}

async function clone(place: Place, more: Partial<CloneOptions> = {}, file = place.file) {
  const machine = { env: {}, homeDirectory: place.home, workingDirectory: place.home, platform: 'linux' };
  const selection = await selectSession(file, { homes: [place.home], machine });
  return cloneSession(await openSession(selection), selection, {
    dataDir: place.data,
    now: () => new Date('2026-01-02T03:04:05Z'),
    newUuid: randomUUID,
    ...more,
  });
}

/** Every file below a folder with its hash. */
function snapshot(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) files[name] = createHash('sha256').update(readFileSync(path)).digest('hex');
  }
  return files;
}

const sent = (file: string) =>
  predictResume(parseLog(readFileSync(file))).messages.map(({ role, content }) => [role, content]);

test('[F1] a clone lies beside its source, carries what belongs to it, and leaves the source as it was', async () => {
  const place = forgeAt('plain', 3, ['agent', 'parallel-tools', 'large-result', 'todos']);
  const before = snapshot(place.home);
  const report = await clone(place);
  const after = snapshot(place.home);
  for (const [name, hash] of Object.entries(before)) expect(after[name], name).toBe(hash);
  expect(dirname(report.file)).toBe(dirname(place.file));
  expect(sent(report.file)).toEqual(sent(place.file));
  const fresh = Object.keys(after).filter((name) => !(name in before));
  expect(fresh.every((name) => name.includes(report.sessionId))).toBe(true);
  const subagents = (id: string) =>
    Object.keys(after).filter((name) => name.includes(`${id}/subagents/`)).length;
  expect(subagents(report.sessionId)).toBe(subagents(place.session.sessionId));
  expect(readFileSync(report.file, 'utf8')).not.toContain(`"sessionId":"${place.session.sessionId}"`);
  expect(report.bytes.after).toBe(statSync(report.file).size);
});

test('[F2] agents of the flat layout move into the clone’s own folder, with the same ids', async () => {
  const era = ERAS.find((one) => one.agents.layout === 'flat');
  const place = forgeAt('flat', 5, ['agent'], era);
  const agents = place.session.files.filter((file) => /\/agent-[^/]+\.jsonl$/.test(file.path));
  const { sessionId, agents: carried, file } = await clone(place);
  const own = readdirSync(join(dirname(file), sessionId, 'subagents'));
  expect(agents.length).toBeGreaterThan(0);
  expect(own.filter((name) => name.endsWith('.jsonl')).length).toBe(carried.kept);
  const names = agents.map(({ path }) => path.split('/').at(-1));
  for (const name of own) expect(names).toContain(name);
  const text = readFileSync(join(dirname(file), sessionId, 'subagents', own[0] as string), 'utf8');
  expect(text).toContain(`"sessionId":"${sessionId}"`);
});

test('[T5] the agents of calls that were cut away stay behind', async () => {
  const place = forgeAt('cut', 3, ['agent']);
  const whole = await clone(place, { dryRun: true });
  const cut = await clone(place, { cuts: [{ removeCalls: { reach: { kind: 'all' } } }] });
  expect(whole.agents.kept).toBeGreaterThan(0);
  expect(cut.agents.left).toBeGreaterThan(0);
  expect(cut.agents.kept + cut.agents.left).toBe(whole.agents.kept);
});

test('a dry run writes nothing and says the same', async () => {
  const place = forgeAt('dry', 7, ['parallel-tools']);
  const before = snapshot(join(root, 'dry'));
  const cuts = [{ removeCalls: { reach: { kind: 'oldest', share: 0.5 } } }] as const;
  const plan = await clone(place, { dryRun: true, cuts });
  expect(snapshot(join(root, 'dry'))).toEqual(before);
  const { sessionId: _, file: __, resume: ___, dryRun, ...real } = await clone(place, { cuts });
  expect(dryRun).toBe(false);
  expect(plan).toMatchObject(real);
  expect(real.changes.toolCalls).toBeGreaterThan(0);
});

test('a failure half way takes everything back', async () => {
  const place = forgeAt('fail', 3, ['agent']);
  const before = snapshot(place.home);
  const blocked = randomUUID();
  // The name of the main file is taken: the last write fails.
  mkdirSync(join(dirname(place.file), `${blocked}.jsonl`));
  const ids = [blocked];
  const newUuid = () => ids.pop() ?? randomUUID();
  await expect(clone(place, { newUuid })).rejects.toMatchObject({ name: 'Refusal' });
  expect(snapshot(place.home)).toEqual(before);
  expect(readdirSync(dirname(place.file))).not.toContain(blocked);
  expect(await readRecords(place.data)).toEqual([]);
});

test('an agent’s file, an empty session and one without a conversation are refused with a reason', async () => {
  const place = forgeAt('refuse', 3, ['agent']);
  const agent = place.session.files.find((file) => /\/agent-[^/]+\.jsonl$/.test(file.path));
  await expect(clone(place, {}, join(place.home, agent?.path ?? ''))).rejects.toMatchObject({
    code: 'is-an-agent',
  });
  const write = (text: string) => {
    const file = join(dirname(place.file), `${randomUUID()}.jsonl`);
    writeFileSync(file, text);
    return file;
  };
  await expect(clone(place, {}, write(''))).rejects.toMatchObject({
    message: expect.stringContaining('empty'),
  });
  await expect(clone(place, {}, write('{"type":"summary","summary":"x"}\n'))).rejects.toMatchObject({
    message: expect.stringContaining('Nothing was said'),
  });
});

test('undo moves a clone to the trash and restore brings it back byte for byte', async () => {
  const place = forgeAt('undo', 3, ['agent', 'parallel-tools']);
  const before = snapshot(place.home);
  const { sessionId, file } = await clone(place);
  const cloned = snapshot(place.home);
  const options = { dataDir: place.data, now: () => new Date() };
  await undoClone(sessionId.slice(0, 8), options);
  expect(snapshot(place.home)).toEqual(before);
  expect(readdirSync(dirname(file))).not.toContain(sessionId);
  await expect(undoClone(sessionId, options)).rejects.toMatchObject({ code: 'already-undone' });
  await restoreClone(sessionId, options);
  expect(snapshot(place.home)).toEqual(cloned);
});

test('an undo that was cut short is restored, too: what it had not moved is left where it is', async () => {
  const place = forgeAt('cut short', 3, ['agent', 'parallel-tools']);
  const { sessionId } = await clone(place);
  const cloned = snapshot(place.home);
  const options = { dataDir: place.data, now: () => new Date() };
  const { trash, files } = await undoClone(sessionId, options);
  // As a crash behind the first move would have left it.
  expect(files.length).toBeGreaterThan(1);
  for (const { from, name } of files.slice(1)) {
    mkdirSync(dirname(from), { recursive: true });
    renameSync(join(trash, name), from);
  }
  await restoreClone(sessionId, options);
  expect(snapshot(place.home)).toEqual(cloned);
});

test('a trash that somebody has been at is refused in a sentence, and nothing is moved', async () => {
  const place = forgeAt('robbed', 3, ['agent', 'parallel-tools']);
  const { sessionId } = await clone(place);
  const options = { dataDir: place.data, now: () => new Date() };
  const { trash, files } = await undoClone(sessionId, options);
  const undone = snapshot(place.home);
  rmSync(join(trash, files.at(-1)?.name ?? ''));
  await expect(restoreClone(sessionId, options)).rejects.toMatchObject({ code: 'trash-incomplete' });
  expect(snapshot(place.home)).toEqual(undone);
  for (const receipt of ['{"version":1,"fil', '{"version":1,"files":[{"from":1}]}']) {
    writeFileSync(join(trash, 'receipt.json'), receipt);
    await expect(restoreClone(sessionId, options)).rejects.toMatchObject({ code: 'not-in-trash' });
  }
});

test.skipIf(!hasUsers)(
  'a clone in a home that may only be read is not taken away, which is said in a sentence',
  async (context) => {
    const place = forgeAt('closed', 3, ['parallel-tools']);
    const { sessionId } = await clone(place);
    const before = snapshot(place.home);
    chmodSync(root, 0o755);
    chmodSync(place.data, 0o777);
    for (const name of ['lineage', join('lineage', `${sessionId}.json`)])
      chmodSync(join(place.data, name), 0o777);
    chmodSync(join(dirname(place.file), `${sessionId}.jsonl`), 0o644);
    await asNobody(context, () =>
      expect(
        undoClone(sessionId, { dataDir: place.data, now: () => new Date(), force: true }),
      ).rejects.toMatchObject({ code: 'no-permission' }),
    );
    expect(snapshot(place.home)).toEqual(before);
  },
);

test('undo refuses what clew did not make, and what was worked on since unless forced', async () => {
  const place = forgeAt('worked', 3, ['parallel-tools']);
  const options = { dataDir: place.data, now: () => new Date() };
  const { sessionId, file } = await clone(place);
  await expect(undoClone(place.session.sessionId, options)).rejects.toMatchObject({ code: 'not-a-clone' });
  writeFileSync(file, '{"type":"user"}\n', { flag: 'a' });
  await expect(undoClone(sessionId, options)).rejects.toMatchObject({ code: 'clone-changed' });
  const { files } = await undoClone(sessionId, { ...options, force: true });
  expect(files.length).toBeGreaterThan(0);
  expect(readdirSync(dirname(file))).not.toContain(`${sessionId}.jsonl`);
});

test('a record tells source, hash and every file written', async () => {
  const place = forgeAt('record', 3, ['agent']);
  const { sessionId } = await clone(place, { asked: { tools: 'keep' } });
  const [record] = await readRecords(place.data);
  const hash = createHash('sha256').update(readFileSync(place.file)).digest('hex');
  expect(record).toMatchObject({
    sessionId,
    state: 'whole',
    options: { tools: 'keep' },
    source: { sha256: hash },
  });
  for (const { file, sha256, bytes } of record?.files ?? []) {
    const content = readFileSync(file);
    expect(content.length).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  expect(record?.files.at(-1)?.file).toContain(`${sessionId}.jsonl`);
});

test('[L2] a clone of the file is, with all that belongs to it, the clone of the session in memory', async () => {
  const cuts = [{ removeCalls: { reach: { kind: 'oldest', share: 0.5 } as const } }];
  const made = await Promise.all(
    [cloneSession, cloneFile].map(async (_, i) => {
      const place = forgeAt(`both ${i}`, 5, ['agent', 'compaction', 'large-result', 'todos', 'compaction']);
      const before = snapshot(place.home);
      let count = 0;
      const newUuid = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
      const machine = { env: {}, homeDirectory: place.home, workingDirectory: place.home, platform: 'linux' };
      const selection = await selectSession(place.file, { homes: [place.home], machine });
      const options = { cuts, dataDir: place.data, now: () => new Date(0), newUuid, chapterBytes: 1000 };
      const report =
        i === 0
          ? await cloneSession(await openSession(selection), selection, options)
          : await cloneFile(selection, options);
      const after = snapshot(place.home);
      const fresh = Object.entries(after).filter(([name]) => !(name in before));
      for (const [name, hash] of Object.entries(before)) expect(after[name], name).toBe(hash);
      const [record] = await readRecords(place.data);
      const { source: _source, file: _file, ...told } = report;
      return { fresh, told, sha256: record?.source.sha256, state: record?.state };
    }),
  );
  expect(made[0]?.fresh.length).toBeGreaterThan(2);
  expect(made[1]).toEqual(made[0]);
});

test('[F2] the file of an agent is refused, wherever it lies', async () => {
  const place = forgeAt('an agent', 6, ['agent']);
  const agent = place.session.files.find(({ kind }) => kind === 'agent')?.path ?? '';
  const machine = { env: {}, homeDirectory: place.home, workingDirectory: place.home, platform: 'linux' };
  const options = { dataDir: place.data, now: () => new Date(0), newUuid: randomUUID };
  const outside = join(root, 'outside.jsonl');
  writeFileSync(outside, readFileSync(join(place.home, agent)));
  for (const file of [join(place.home, agent), outside]) {
    const selection = await selectSession(file, { homes: [place.home], machine });
    await expect(cloneFile(selection, options)).rejects.toMatchObject({ code: 'is-an-agent' });
  }
  expect(await readRecords(place.data)).toEqual([]);
});
