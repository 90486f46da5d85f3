import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { homeForEachTest, pictureOf } from '../../src/housekeeping/furnished-home.fixture.ts';
import { type ClewRun, runClew } from './run-clew.ts';

const house = homeForEachTest();
let id: string;

beforeEach(() => {
  id = house.sessionId.slice(0, 8);
});

function clew(...words: string[]): Promise<ClewRun> {
  return clewWith({}, ...words);
}

function clewWith(env: Record<string, string>, ...words: string[]): Promise<ClewRun> {
  return runClew([...words, '--home', house.home], {
    cwd: house.root,
    env: { CLEW_DATA_DIR: house.dataDir, ...env },
  });
}

const SECRET = `gh${'p_'}q7Rw2Ty9Ui4Op8As3Df6Gh1Jk5LzXc0VbNm1`;

async function plantSecret(): Promise<void> {
  const { file } = await house.find();
  appendFileSync(file, `${JSON.stringify({ type: 'x', output: `token ${SECRET}` })}\n`);
  utimesSync(file, 0, 0);
}

test('rm says what it did and how to undo it, and undo brings all of it back', async () => {
  const before = pictureOf(house.home);
  const dry = await clew('rm', id, '--dry-run');
  expect(dry.out).toMatch(/^Would remove [\w-]+: \d+ files, [\d.]+ kB\.\n {2}remove/);
  expect(dry.out).toContain('Nothing was changed.');
  expect(pictureOf(house.home)).toEqual(before);
  const done = await clew('rm', id);
  expect([done.code, done.err]).toEqual([0, '']);
  const receipt = /clew undo (rm-\S+)/.exec(done.out)?.[1] ?? '';
  expect(Object.keys(pictureOf(house.home)).some((name) => name.includes(house.sessionId))).toBe(false);
  const gone = await clew('locate', id);
  expect([gone.code, gone.err]).toEqual([
    2,
    `clew: No session fits “${id}”.\n      It was removed by clew: clew undo ${receipt}\n`,
  ]);
  const undone = await clew('undo', receipt);
  expect(undone.out).toMatch(/^Brought back [\w-]+: \d+ files\.\n$/);
  expect(pictureOf(house.home)).toEqual(before);
  expect((await clew('undo', receipt)).code).toBe(2);
});

test('undo by the session’s id takes back the last thing that was done to it', async () => {
  const before = pictureOf(house.home);
  mkdirSync(join(house.root, 'quay'));
  expect((await clew('mv', id, '--to', join(house.root, 'quay'))).code).toBe(0);
  expect((await clew('undo', id)).out).toMatch(/^Moved back/);
  expect(pictureOf(house.home)).toEqual(before);
});

test('[R9] a live session is refused with one sentence and what to do', async () => {
  const { file } = await house.find();
  const now = new Date('2026-03-04T12:00:00Z');
  utimesSync(file, now, now);
  const { code, err, out } = await clew('rm', id);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(
    /^clew: The session “[\w-]+” was written to in the last five minutes.*\n {6}Close the client/,
  );
  expect((await clew('rm', id, '--force')).code).toBe(0);
});

test('mv wants a directory that exists, and moves a whole project with --all', async () => {
  expect((await clew('mv', id)).err).toContain('No directory was named.');
  expect((await clew('mv', id, '--to', './nowhere')).err).toContain('There is no directory');
  const quay = join(house.root, 'quay');
  mkdirSync(quay);
  const { out } = await clew('mv', id, '--all', '--to', quay, '--json');
  expect(JSON.parse(out).moved).toHaveLength(2);
  expect((await clew('locate', id)).out).toContain(
    'The picker lists it, in the client started in its directory.',
  );
});

test('archive, restore --list, restore', async () => {
  expect((await clew('archive')).err).toContain('No session was named.');
  expect((await clew('archive', '--older-than', '20y')).code).toBe(1);
  const { out, code } = await clew('archive', '--older-than', '20d', '--remove');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^Archived 2 sessions, [\d.]+ \w+\. The archive grew by [\d.]+ kB\.\nTook 2 sessions out of the home\.\nTo undo: clew undo archive-/,
    ),
  ]);
  expect((await clew('archive', '--verify')).out).toBe('The archive is sound: 2 sessions.\n');
  const listed = await clew('restore', '--list');
  expect(listed.out.split('\n')).toHaveLength(4);
  expect((await clew('locate', id)).err).toContain(`clew restore ${house.sessionId}`);
  const restored = await clew('restore', id, house.sessionId);
  expect(restored.out, 'named twice is one').toMatch(new RegExp(`^Restored ${house.sessionId}: `));
  expect(restored.out).toContain(`cd ${house.cwd} && claude --resume ${house.sessionId}`);
  // By its old date the client would delete it again.
  expect(Date.now() - statSync((await house.find()).file).mtimeMs).toBeLessThan(3_600_000);
  expect((await clew('restore', 'ffff')).err).toContain('No archived session fits');
});

test('pack, then unpack with a map', async () => {
  const packed = await clew('pack', id, house.otherId);
  expect(packed.err).toContain('--out FILE');
  expect((await clew('pack', id, '-o', 'a.clewpack')).out).toMatch(/^Packed [\w-]+: \d+ files/);
  expect((await clew('pack', id, '-o', 'a.clewpack')).err).toContain('exists already');
  expect((await clew('unpack', 'a.clewpack')).err).toContain('exists already and is not overwritten');
  expect((await clew('unpack', 'a.clewpack', '--map', 'x')).err).toContain('--map does not understand');
  writeFileSync(join(house.root, 'no.clewpack'), 'hello');
  expect((await clew('unpack', 'no.clewpack')).err).toContain('is no pack, or a damaged one');
  await clew('rm', id);
  const before = pictureOf(house.home);
  const done = await clew('unpack', 'a.clewpack', '--map', '/home/dev=/home/eve');
  expect(done.out).toContain(`cd /home/eve/work/harbor && claude --resume ${house.sessionId}`);
  await clew('undo', /clew undo (unpack-\S+)/.exec(done.out)?.[1] ?? '');
  expect(pictureOf(house.home)).toEqual(before);
});

test('secrets are listed masked, and scrubbed once it is said whether to keep the old', async () => {
  expect(await clew('secrets')).toMatchObject({ code: 0, out: 'No secrets found in 2 sessions.\n' });
  await plantSecret();
  const found = await clew('secrets', id);
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^github-token {2}ghp_… \(40 characters\) {2}not sent to a model\n/);
  const json = await clew('secrets', '--json');
  expect(JSON.parse(json.out).secrets).toMatchObject([
    { kind: 'github-token', places: [{ field: 'output', sent: 'no' }] },
  ]);
  expect(found.out + json.out).not.toContain(SECRET);
  expect((await clew('secrets', id, '--scrub')).err).toContain('--backup DIR');
  expect((await clew('secrets', '--scrub', '--no-backup')).err).toContain('Name the sessions to scrub.');
  const before = pictureOf(house.home);
  const kept = await clew('secrets', id, '--scrub', '--backup', 'kept');
  expect(kept.out).toMatch(/^Scrubbed 1 secret in 1 place: 1 file/);
  expect(readFileSync((await house.find()).file, 'utf8')).toContain('token [redacted:github-token]');
  await clew('undo', id);
  expect(pictureOf(house.home)).toEqual(before);
  const done = await clew('secrets', id, '--scrub', '--no-backup');
  expect(done.out).not.toContain('clew undo');
  expect((await clew('undo', id)).err).toContain('was not kept');
  expect((await clew('secrets')).code).toBe(0);
});

test('what was not searched for secrets is said on a line of its own, not behind the progress', async () => {
  const { file } = await house.find();
  const results = join(file.slice(0, -'.jsonl'.length), 'tool-results');
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'huge.txt'), '');
  truncateSync(join(results, 'huge.txt'), 2 ** 31);
  let clock = 0;
  const { err } = await runClew(['secrets', '--home', house.home], {
    env: { CLEW_DATA_DIR: house.dataDir },
    progress: true,
    now: () => {
      clock += 1000;
      return new Date(clock);
    },
  });
  expect(err).toContain('searching: ');
  expect(err).toMatch(/\u001b\[Kclew: .*huge\.txt is too large and was not searched\.\n/);
});

test('[R7] locate says why the picker hides a session, and what helps', async () => {
  const { file } = await house.find();
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace(/"entrypoint":"[^"]*",?/g, '')
      .replaceAll('"type":"user"', '"entrypoint":"sdk-cli","type":"user"')
      .replaceAll('"type":"assistant"', '"entrypoint":"sdk-cli","type":"assistant"'),
  );
  const { code, out } = await clew('locate', id);
  expect(code).toBe(1);
  expect(out).toContain('The picker does not list it.');
  expect(out).toContain('entrypoint "sdk-cli"');
  expect(out).toContain(`claude --resume ${house.sessionId}`);
  expect(out).toContain(`The directory ${house.cwd} is gone`);
  expect(JSON.parse((await clew('locate', id, '--json')).out)).toMatchObject({
    listed: false,
    project: house.slug,
  });
});

test('du shows what takes the space, and slims only what every client can do without', async () => {
  expect((await clew('du')).out).toMatch(/sessions +2 /);
  expect((await clew('du', id)).out).toMatch(/assistant +\d+ /);
  expect((await clew('du', '--slim')).code).toBe(2);
  expect((await clew('du', id, '--slim')).out).toBe('There is nothing that every client could do without.\n');
  const { file } = await house.find();
  appendFileSync(file, `${JSON.stringify({ type: 'api-request-blob', data: 'y'.repeat(5000) })}\n`);
  utimesSync(file, 0, 0);
  const before = pictureOf(house.home);
  expect((await clew('du', id, '--slim')).out).toMatch(/^Took 1 line, 5\.0 kB, out of/);
  expect(readFileSync(file, 'utf8')).not.toContain('api-request-blob');
  await clew('undo', id);
  expect(pictureOf(house.home)).toEqual(before);
});

test('files lists what was touched, compares and restores', async () => {
  const { out, code } = await clew('files', id, '--json');
  expect(code).toBe(0);
  const { files } = JSON.parse(out) as {
    files: { name: string; versions: { source: string; bytes?: number }[] }[];
  };
  const file = files.find(({ versions }) =>
    versions.some(({ source, bytes }) => source === 'written' && bytes !== undefined),
  );
  const number =
    (file?.versions.findIndex(({ source, bytes }) => source === 'written' && bytes !== undefined) ?? 0) + 1;
  expect((await clew('files', id)).out).toContain(file?.name);
  expect((await clew('files', id, '--file', file?.name ?? '')).out).toContain(`@${number}`);
  expect((await clew('files', id, '--diff', `${file?.name}@${number}`)).out).toContain('+++ b/');
  expect((await clew('files', id, '--restore', `${file?.name}@${number}`)).err).toContain('--to PATH');
  const to = join(house.root, 'out.txt');
  expect((await clew('files', id, '--restore', `${file?.name}@${number}`, '--to', to)).code).toBe(0);
  expect(statSync(to).size).toBe(file?.versions[number - 1]?.bytes);
  expect((await clew('files', id, '--restore', `${file?.name}@${number}`, '--to', to)).code).toBe(2);
  expect((await clew('files', id, '--restore', `${file?.name}@${number}`, '--to', to, '--force')).code).toBe(
    0,
  );
  const then = join(house.root, 'then');
  expect((await clew('files', id, '--at', '9', '--to', then)).code).toBe(0);
  expect(existsSync(join(then, file?.name ?? ''))).toBe(true);
});

test('several sessions stand apart, and a list in a pipe tells when', async () => {
  const { out } = await clew('du', id, house.otherId);
  expect(out.match(/\n\n[0-9a-f-]{36}\n/g)).toHaveLength(1);
  await clew('archive', id);
  expect((await clew('restore', '--list')).out).toMatch(/ 2026-03-04T12:00:00Z /);
});

test('across two disks it is the same', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'clew-other-disk-'));
  const env = { CLEW_DATA_DIR: elsewhere };
  await plantSecret();
  const before = pictureOf(house.home);
  for (const words of [
    ['rm', id],
    ['secrets', id, '--scrub', '--backup', join(elsewhere, 'k')],
  ]) {
    expect((await clewWith(env, ...words)).code, words[0]).toBe(0);
    expect(pictureOf(house.home), words[0]).not.toEqual(before);
    expect((await clewWith(env, 'undo', id)).code, words[0]).toBe(0);
    expect(pictureOf(house.home), words[0]).toEqual(before);
  }
  rmSync(elsewhere, { recursive: true });
});

test.each(['rm', 'mv', 'pack', 'locate', 'secrets', 'archive', 'du'])(
  '%s of what is not there is refused',
  async (command) => {
    const { code, err } = await clew(
      command,
      'no-such-session',
      ...(command === 'mv' ? ['--to', '/tmp'] : []),
    );
    expect([code, err]).toEqual([2, expect.stringMatching(/^clew: No session fits “no-such-session”\./)]);
  },
);
