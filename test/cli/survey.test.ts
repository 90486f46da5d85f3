import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CliContext } from '../../src/cli/context.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let folder: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-survey-'));
  home = join(folder, 'home');
  mkdirSync(join(home, 'projects', '-work'), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function clew(words: readonly string[], more: Partial<CliContext> = {}): Promise<ClewRun> {
  return runClew(['survey', ...words], { homeDirectory: folder, cwd: folder, ...more });
}

const ID = '01234567-89ab-4cde-8f01-23456789abcd';

function write(name: string, lines: readonly object[]): string {
  const file = join(home, 'projects', '-work', name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

const prompt = { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'hi' } };

describe('clew survey', () => {
  test('[F2] without a selector surveys sessions and agents of both layouts, by path, and no empty file [F4]', async () => {
    const files = [
      write(`${ID}.jsonl`, [prompt]),
      write(`${ID}/subagents/agent-a1b2c3d.jsonl`, [prompt, prompt]),
      write('agent-0f0f0f0f.jsonl', [prompt]),
    ];
    write('fedcba98-89ab-4cde-8f01-23456789abcd.jsonl', []);
    const { code, out, err } = await clew(['--home', home, '--json']);
    expect([code, err]).toEqual([0, '']);
    const survey = JSON.parse(out);
    expect(survey.sessions.map((session: { file: string }) => session.file)).toEqual([...files].sort());
    expect(survey.totals.lines).toBe(4);
  });

  test('--json has the documented shape', async () => {
    write(`${ID}.jsonl`, [prompt]);
    const { sessions, totals } = JSON.parse((await clew([ID.slice(0, 6), '--home', home, '--json'])).out);
    expect(sessions[0]).toMatchObject({
      sessionId: ID,
      lines: 1,
      unreadable: 0,
      entryTypes: { user: 1 },
      systemSubtypes: {},
      attachmentTypes: {},
      contentBlocks: { user: {}, assistant: {} },
      stopReasons: {},
      models: {},
      versions: {},
      tools: {},
      turns: { prompts: 1, boundary: 0, textOnly: 0 },
      toolCalls: { uses: 0, results: 0, paired: 0, orphanUses: [], orphanResults: [] },
      chain: {
        linked: 1,
        parentIsPrevious: 0,
        parentIsNotPrevious: 0,
        roots: 1,
        dangling: 0,
        forks: 0,
        leaves: 1,
      },
      messages: { assistant: 0, spanning: 0 },
      sessionIds: 0,
      compactions: 0,
      sidechainEntries: 0,
      unknownTypes: {},
    });
    expect(totals).toMatchObject({ files: 1, lines: 1, entryTypes: { user: 1 } });
  });

  test('--format json is the same as --json', async () => {
    write(`${ID}.jsonl`, [prompt]);
    const [a, b] = [
      await clew([ID, '--home', home, '--json']),
      await clew([ID, '--home', home, '--format', 'json']),
    ];
    expect(a.out).toBe(b.out);
  });

  test('a file named twice is surveyed once', async () => {
    const file = write(`${ID}.jsonl`, [prompt]);
    const { out } = await clew([file, ID, 'latest', '--home', home, '--json']);
    expect(JSON.parse(out).sessions.length).toBe(1);
  });

  test('colours only where they are wanted, progress only on a terminal and never with --quiet', async () => {
    const file = write(`${ID}.jsonl`, [prompt]);
    const times = Array.from({ length: 100 }, (_, i) => new Date(i * 1000));
    const slow = { now: () => times.shift() ?? new Date(0), progress: true };
    expect((await clew([file])).out).not.toContain('\u001b');
    expect((await clew([file], { color: true })).out).toContain('\u001b[1m');
    const shown = await clew([file], slow);
    expect(shown.err).toMatch(/surveying: .*\r\u001b\[K$/s);
    expect((await clew([file, '--quiet'], slow)).err).toBe('');
  });

  test('--output writes a new file and never over an old one', async () => {
    const file = write(`${ID}.jsonl`, [prompt]);
    const words = [file, '--format', 'md', '--output', 'report.md'];
    expect(await clew(words)).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toMatch(/^# Session format report\n/);
    expect((await clew(words)).code).toBe(2);
    expect((await clew([file, '--output', file])).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(prompt)}\n`);
  });
});

describe('clew survey --drift', () => {
  test('exits 0 when nothing is new, and 1 when something is', async () => {
    const known = write(`${ID}.jsonl`, [prompt]);
    expect(await clew([known, '--drift'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Nothing new/),
    });
    const fresh = write('new.jsonl', [prompt, { type: 'telepathy' }]);
    expect(await clew([fresh, '--drift'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('telepathy'),
    });
    const { drift } = JSON.parse((await clew([fresh, '--drift', '--json'])).out);
    expect(drift).toMatchObject([
      { kind: 'entry type', shape: 'telepathy', count: 1, place: { file: fresh, line: 2 } },
    ]);
    expect((await clew([fresh, '--drift', '--format', 'md'])).out).toMatch(/^# Format drift\n.*telepathy/s);
  });
});

describe('bad input to clew survey', () => {
  const sentence = /^clew: [^\n]+\.\n( {6}[^\n]+\n)?$/;

  test('a missing file, a directory and a home that is not there: one sentence, exit 2', async () => {
    for (const words of [['gone.jsonl'], ['.'], ['--home', 'nowhere'], ['no-such-id', '--home', home]]) {
      const { code, out, err } = await clew(words);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(sentence);
    }
  });

  test('a binary file: one sentence, exit 2, in every format', async () => {
    const file = join(folder, 'picture.png');
    writeFileSync(
      file,
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xff, 0x0a, 0x7f]),
    );
    for (const more of [[], ['--json'], ['--format', 'md'], ['--drift']]) {
      const { code, out, err } = await clew([file, ...more]);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/is not a session file/);
      expect(err).toMatch(sentence);
    }
  });

  test('a binary file among sessions is remarked upon and counted', async () => {
    const file = join(folder, 'x.bin');
    writeFileSync(file, '\u0000\u0001\n\u0002');
    const { code, err, out } = await clew([write(`${ID}.jsonl`, [prompt]), file, '--json']);
    expect(code).toBe(0);
    expect(err).toMatch(/x\.bin.*is not a session file/);
    expect(JSON.parse(out).totals.unreadable).toBe(2);
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read: one sentence, exit 2', async () => {
    const file = write(`${ID}.jsonl`, [prompt]);
    chmodSync(file, 0);
    const { code, err } = await clew([file]);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  test('an empty file is an empty result: a sentence, exit 1', async () => {
    const file = write('empty.jsonl', []);
    expect(await clew([file])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^clew: .*empty\.jsonl” is empty\.\n$/),
    });
    const { code, out } = await clew([file, '--json', '--quiet']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ sessions: [{ lines: 0, bytes: 0 }], totals: { lines: 0 } });
  });

  test('a home without sessions or projects: a sentence, exit 1, and an empty result in JSON', async () => {
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    for (const where of [home, bare]) {
      const { code, out, err } = await clew(['--home', where, '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(out)).toMatchObject({ sessions: [], totals: { files: 0, lines: 0 } });
      expect(err).toMatch(/^clew: There are no sessions in /);
    }
    expect(await clew([])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no sessions on this machine'),
    });
  });
});
