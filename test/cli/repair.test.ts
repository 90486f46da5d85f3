import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { damage } from '../../src/forge/damage.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { picture, sharp, widthOf } from './pictures.ts';
import { runClew } from './run-clew.ts';

let home: string;
let project: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'clew-repair-'));
  project = join(home, 'projects', '-work');
  mkdirSync(project, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const NOW = new Date('2030-01-01T00:00:00Z');
const options = () => ({ env: { CLEW_DATA_DIR: join(home, 'data') }, now: () => NOW });

function forge(kinds: readonly string[], seed = 5): { id: string; file: string } {
  const session = forgeSession({ seed, turns: 4 });
  const file = join(project, `${session.sessionId}.jsonl`);
  writeFileSync(file, damage(mainBytes(session), { seed, kinds }));
  const old = new Date('2029-12-31T00:00:00Z');
  utimesSync(file, old, old);
  return { id: session.sessionId, file };
}

test('[R4] a repair goes into a clone that loads more, lists every change and leaves the source alone', async () => {
  const { id, file } = forge(['dangling-parent']);
  const before = readFileSync(file);
  const run = await runClew(['repair', id, '--home', home, '--json'], options());
  expect(run.code).toBe(0);
  const report = JSON.parse(run.out);
  expect(report.changes.relink).toBeGreaterThan(0);
  expect(report.mended.length).toBe(
    Object.values(report.changes as Record<string, number>).reduce((a, b) => a + b),
  );
  expect(report.coverage.after.loads).toBe(report.coverage.after.of);
  expect(report.sessionId).not.toBe(id);
  expect(readFileSync(file).equals(before)).toBe(true);
  const check = JSON.parse(
    (await runClew(['check', report.sessionId, '--home', home, '--json'], options())).out,
  );
  expect(
    check.sessions[0].problems.filter((problem: { severity: string }) => problem.severity === 'error'),
  ).toEqual([]);
});

test('[R9] in place keeps a backup, and is refused while a client may have the session open', async () => {
  const { id, file } = forge(['removed-result']);
  const before = readFileSync(file);
  const done = JSON.parse(
    (await runClew(['repair', id, '--home', home, '--in-place', '--json'], options())).out,
  );
  expect(done.file).toBe(file);
  expect(readFileSync(done.backup).equals(before)).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain('The result of this call was lost');
  expect(readdirSync(project).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
  const live = forge(['removed-result'], 6);
  utimesSync(live.file, NOW, NOW);
  const refused = await runClew(['repair', live.id, '--home', home, '--in-place'], options());
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('a client may have it open')]);
});

test('who wants to undo a repair in place is told where the original is', async () => {
  const { id } = forge(['removed-result']);
  const { backup } = JSON.parse(
    (await runClew(['repair', id, '--home', home, '--in-place', '--json'], options())).out,
  );
  const { code, err } = await runClew(['undo', id.slice(0, 8)], options());
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(`The original is kept, to be copied back: ${backup}\n`),
  ]);
});

test('a dry run and a healthy session write nothing', async () => {
  const { id } = forge(['joined-lines']);
  const dry = await runClew(['repair', id, '--home', home, '--dry-run'], options());
  expect(dry.out).toMatch(/^Would mend [\s\S]*Nothing was written\.\n$/);
  const sound = forge([], 7);
  const run = await runClew(['repair', sound.id, '--home', home], options());
  expect(run.out).toMatch(/^There is nothing to mend: a resume loads (\d+) of \1 messages\.\n$/);
  expect(readdirSync(project).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
});

test.skipIf(!sharp)(
  '[R6] an image that the API refuses is made smaller where it is sent and kept; without scaling a word stands there',
  async () => {
    const data = (await picture(8100, 20))?.toString('base64') ?? '';
    const id = '88888888-89ab-4cde-8f01-23456789abcd';
    const source = { type: 'base64', media_type: 'image/png', data };
    const shared = { sessionId: id, version: '2.1.325' };
    const entries = [
      { uuid: 'a', parentUuid: null, type: 'user', message: { role: 'user', content: 'look' } },
      {
        uuid: 'b',
        parentUuid: 'a',
        type: 'assistant',
        message: {
          id: 'm',
          role: 'assistant',
          model: 'claude-opus-4-6',
          content: [{ type: 'tool_use', id: 't', name: 'Read', input: {} }],
        },
      },
      {
        uuid: 'c',
        parentUuid: 'b',
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source }] }],
        },
        toolUseResult: { type: 'image', file: { base64: data, type: 'image/png' } },
      },
    ];
    const lines = entries.map((entry, n) =>
      JSON.stringify({ ...entry, ...shared, timestamp: `2029-12-31T00:00:0${n}Z` }),
    );
    writeFileSync(join(project, `${id}.jsonl`), `${lines.join('\n')}\n`);
    const repair = async (...words: string[]) =>
      JSON.parse((await runClew(['repair', id, '--home', home, '--json', ...words], options())).out);
    const report = await repair();
    expect(report.changes).toEqual({ 'scale-image': 1 });
    expect(report.mended[0].message).toContain('scaled to 2000×5 pixels (An image of 8100×20 pixels');
    const copy = readFileSync(report.file, 'utf8');
    expect(copy).not.toContain(data);
    const last = JSON.parse(copy.split('\n')[2] ?? '');
    const sent = last.message.content[0].content[0].source.data;
    expect(await widthOf(sent)).toBe(2000);
    expect(last.toolUseResult.file.base64).toBe(sent);
    expect((await repair('--images', 'remove', '--dry-run')).changes).toEqual({ 'drop-image': 1 });
  },
);
