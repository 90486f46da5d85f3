import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CliContext } from '../../src/cli/context.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let folder: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-check-'));
  home = join(folder, 'home');
  mkdirSync(join(home, 'projects', '-work'), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.UTC(2026, 5, 1);

function clew(words: readonly string[], more: Partial<CliContext> = {}): Promise<ClewRun> {
  const context = { homeDirectory: folder, cwd: folder, now: () => new Date(NOW), ...more };
  return runClew(['check', ...words, '--home', home], context);
}

const ids = ['1', '2', '3'].map((n) => `${n.repeat(8)}-89ab-4cde-8f01-23456789abcd`) as [
  string,
  string,
  string,
];
const time = (n: number): string => new Date(Date.UTC(2026, 4, 30, 0, n)).toISOString();

function talk(sessionId: string, parents: readonly (number | null)[]): object[] {
  return parents.map((parent, n) => ({
    type: n % 2 ? 'assistant' : 'user',
    uuid: `${sessionId.slice(0, 8)}-${n}`,
    parentUuid: parent === null ? null : `${sessionId.slice(0, 8)}-${parent}`,
    sessionId,
    version: '2.1.325',
    timestamp: time(n),
    message:
      n % 2
        ? {
            role: 'assistant',
            id: `msg_${n}`,
            model: 'claude-opus-4-6',
            content: [{ type: 'text', text: 'ho' }],
          }
        : { role: 'user', content: 'hi' },
  }));
}

function write(name: string, lines: readonly object[], newline = '\n', day = 1): string {
  const file = join(home, 'projects', '-work', name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(
    file,
    lines.map((line) => JSON.stringify(line)).join('\n') + (lines.length > 0 ? newline : ''),
  );
  const modified = new Date(NOW - day * 86_400_000);
  utimesSync(file, modified, modified);
  return file;
}

/** A sound session, one with a warning and one with an error. */
function writeThree(): readonly [string, string, string] {
  const old = talk(ids[1], [null, 0]).map((entry) => ({ ...entry, version: '2.1.100' }));
  return [
    write(`${ids[0]}.jsonl`, talk(ids[0], [null, 0])),
    write(`${ids[1]}.jsonl`, old, ''),
    write(`${ids[2]}.jsonl`, talk(ids[2], [null, 0, 9, 2])),
  ];
}

describe('clew check', () => {
  test('a whole home: only sessions with problems, errors and warnings, and a closing line; exit 1', async () => {
    const [, warned, broken] = writeThree();
    const { code, out, err } = await clew([]);
    expect([code, err]).toEqual([1, '']);
    expect(out).toBe(
      [
        `22222222  ${warned}`,
        '  resume loads 2 of 2 messages',
        '  warning  line 2      The last line has no newline: clients 2.0.33 to 2.1.200 would write the next entry on the same line and lose it. [no-final-newline]',
        '                       → clew repair 22222222, or add a newline at the end of the file.',
        '',
        `33333333  ${broken}`,
        '  resume loads 2 of 4 messages',
        '  error    line 3      The entry names a parent that the client does not find: 33333333-9. 2 entries before it cannot be loaded (resume loads 2 of 4 messages). [dangling-parent]',
        '                       → clew repair 33333333',
        '',
        '3 sessions: 1 ok, 1 with warnings, 1 with errors',
        '',
      ].join('\n'),
    );
  });

  test('a session of one message is counted as one', async () => {
    write(`${ids[0]}.jsonl`, talk(ids[0], [null]));
    expect((await clew([ids[0]])).out).toContain('resume loads 1 of 1 message\n');
  });

  test('--all lists sound sessions too, --severity error only what breaks a resume', async () => {
    writeThree();
    expect((await clew(['--all'])).out).toContain('11111111');
    const { code, out } = await clew(['--severity', 'error']);
    expect(code).toBe(1);
    expect(out).not.toContain('no-final-newline');
    expect(out).toContain('dangling-parent');
  });

  test('exit 0 without errors, whatever the warnings', async () => {
    writeThree();
    expect((await clew([ids[0].slice(0, 4)])).code).toBe(0);
    expect((await clew([ids[1].slice(0, 4)])).code).toBe(0);
    expect((await clew([ids[2].slice(0, 4)])).code).toBe(1);
    expect((await clew([ids[0].slice(0, 4)])).out).toMatch(
      /^11111111 .*\n {2}ok, resume loads 2 of 2 messages\n/,
    );
  });

  test('--json has exactly the documented shape, for one session and for a home', async () => {
    const [sound, , broken] = writeThree();
    const { out, code } = await clew([broken, '--json']);
    expect(code).toBe(1);
    const document = JSON.parse(out);
    expect(Object.keys(document)).toEqual(['sessions']);
    expect(Object.keys(document.sessions[0])).toEqual(['file', 'ok', 'problems', 'resume']);
    expect(document.sessions[0]).toMatchObject({ file: broken, ok: false, resume: { loads: 2, of: 4 } });
    const problem = document.sessions[0].problems[0];
    expect(Object.keys(problem)).toEqual(['rule', 'severity', 'line', 'offset', 'message', 'remedy']);
    const first = talk(ids[2], [null, 0])
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    expect(problem).toMatchObject({
      rule: 'dangling-parent',
      severity: 'error',
      line: 3,
      offset: first.length,
    });
    const all = JSON.parse((await clew(['--json'])).out);
    expect(all.sessions.map((one: { file: string; ok: boolean }) => one.ok)).toEqual([true, true, false]);
    expect(all.sessions[0].file).toBe(sound);
  });

  test('[F2] [F3] [F4] files that belong to no session are notes of their own and no sessions', async () => {
    writeThree();
    write('44444444-89ab-4cde-8f01-23456789abcd.jsonl', []);
    write('55555555-89ab-4cde-8f01-23456789abcd/subagents/agent-abc1234.jsonl', talk('x', [null]));
    const index = { version: 1, entries: [{ sessionId: ids[0] }, { sessionId: 'gone' }] };
    writeFileSync(join(home, 'projects', '-work', 'sessions-index.json'), JSON.stringify(index));
    const { out } = await clew(['--severity', 'note']);
    for (const rule of ['empty-file', 'session-file-missing', 'index-lists-missing', 'not-in-index'])
      expect(out).toContain(`[${rule}]`);
    expect(out).toMatch(/\n3 sessions: 1 ok, 1 with warnings, 1 with errors; 3 other files with notes\n$/);
  });

  test('[F2] [L1] the lines of a session’s agents are checked with it', async () => {
    write(`${ids[0]}.jsonl`, talk(ids[0], [null, 0]));
    const agent = write(`${ids[0]}/subagents/agent-abc1234.jsonl`, talk('a', [null]));
    writeFileSync(agent, `${JSON.stringify({ ...talk('a', [null])[0], isSidechain: true })}\n{"torn":"li\n`);
    const modified = new Date(NOW - 86_400_000);
    utimesSync(agent, modified, modified);
    const { code, out } = await clew([]);
    expect(code).toBe(0);
    expect(out).toContain(
      `  agent abc1234  ${agent}\n  warning  line 2      The line breaks off after 11 bytes`,
    );
    expect(out, 'a session whose agent is damaged is not called ok').toContain(
      '\n  resume loads 2 of 2 messages\n',
    );
    expect(out, 'what repair does with an agent’s file').toContain(`→ clew repair ${agent} --in-place\n`);
    expect(out).toMatch(/\n1 session: 0 ok, 1 with warnings, 0 with errors\n$/);
    const named = JSON.parse((await clew([ids[0], '--json', '--severity', 'warning'])).out).sessions[0];
    expect(named.problems).toEqual([]);
    expect(named.agents).toEqual([
      {
        agentId: 'abc1234',
        file: agent,
        ok: true,
        problems: [expect.objectContaining({ rule: 'torn-line', line: 2 })],
      },
    ]);
  });

  test('what a killed run of clew has left is noted, and stays until the next clone', async () => {
    writeThree();
    const leftover = write('.clew-00000001-89ab-4cde-8f01-23456789abcd.tmp', [{}]);
    const { out } = await clew(['--severity', 'note']);
    expect(out).toContain(
      'A temporary file (3 bytes) left by a run of clew that was killed. [clew-leftovers]',
    );
    expect(existsSync(leftover)).toBe(true);
  });

  test('[F1] the client’s retention: the default of 30 days, and the home’s own', async () => {
    write(`${ids[0]}.jsonl`, talk(ids[0], [null, 0]), '\n', 40);
    expect((await clew([ids[0], '--severity', 'warning'])).out).not.toContain('deleted-soon');
    writeFileSync(join(home, 'settings.json'), '{}');
    const { out, code } = await clew([ids[0]]);
    expect(code).toBe(0);
    expect(out).toContain(
      'The client deletes this file at its next start (last written 2026-04-22, kept for 30 days by default). [deleted-soon]',
    );
    writeFileSync(join(home, 'settings.json'), '{"cleanupPeriodDays": 45}');
    expect((await clew([ids[0]])).out).toContain('The client deletes this file on 2026-06-06');
    writeFileSync(join(home, 'settings.json'), '{"cleanupPeriodDays": 99999}');
    expect((await clew([ids[0]])).out).not.toContain('deleted-soon');
  });

  test('wraps to the terminal, colours where wanted, and shows progress on stderr only there', async () => {
    writeThree();
    const { out } = await clew([], { terminal: true, columns: 60, color: true });
    expect(out).toContain('\u001b[31merror');
    const plain = out.replace(/\u001b\[\d+m/g, '').split('\n');
    const indented = plain.filter((line) => line.startsWith(' ') && !line.includes('/'));
    expect(indented.length).toBeGreaterThan(8);
    for (const line of indented) expect(line.length).toBeLessThanOrEqual(60);
    const times = Array.from({ length: 100 }, (_, i) => new Date(NOW + i * 1000));
    const slow = { now: () => times.shift() ?? new Date(0), progress: true };
    expect((await clew([], slow)).err).toMatch(/checking: 1 of 3 sessions.*\r\u001b\[K$/s);
    expect((await clew(['--quiet'], slow)).err).toBe('');
  });

  test('a home without sessions: a sentence, exit 1, and an empty document', async () => {
    const { code, out, err } = await clew(['--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({ sessions: [] });
    expect(err).toMatch(/^clew: There are no sessions in /);
  });

  test('names and ids from content cannot steer the terminal', async () => {
    const evil = talk(ids[0], [null, 0, 1, 2]).map((entry, n) =>
      n === 2 ? { ...entry, parentUuid: '\u001b[31mred\u0007' } : entry,
    );
    write(`${ids[0]}.jsonl`, evil);
    const { out } = await clew([ids[0]]);
    expect(out).toContain('dangling-parent');
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
  });
});

describe('clew check --error', () => {
  test('names line and uuid, and gives the place in JSON', async () => {
    const unsigned = talk(ids[0], [null, 0]).map((entry, n) =>
      n === 1
        ? {
            ...entry,
            message: {
              role: 'assistant',
              id: 'msg_1',
              model: 'claude-opus-4-6',
              content: [
                { type: 'thinking', thinking: 'hm' },
                { type: 'text', text: 'ho' },
              ],
            },
          }
        : entry,
    );
    write(`${ids[0]}.jsonl`, unsigned);
    const words = ['--error', 'API Error: 400 messages.1.content.0: Invalid `signature` in `thinking` block'];
    const { code, out } = await clew(words);
    expect(code).toBe(0);
    expect(out).toContain(
      'line 2  thinking without a signature  message 1, block 0; at the index in the error',
    );
    expect(out).toContain('uuid 11111111-1');
    expect(out).toContain('→ clew repair 11111111, or clew clone 11111111 --thinking remove');
    const { error, sessions } = JSON.parse((await clew([...words, '--json'])).out);
    expect(error).toMatchObject({
      kind: 'thinking',
      places: [{ line: 2, uuid: '11111111-1', message: 1, block: 0 }],
    });
    expect(sessions[0].problems[0].rule).toBe('unsigned-thinking');
  });

  test('an error that fits nothing: a sentence, exit 1', async () => {
    writeThree();
    const { code, out } = await clew([
      ids[0],
      '--error',
      'messages.400.content.2: Invalid `signature` in `thinking` block',
    ]);
    expect(code).toBe(1);
    expect(out).toContain('Nothing in what a resume would send now fits this error.');
  });

  test('an empty error and several sessions are refused', async () => {
    const [a, b] = writeThree();
    expect((await clew([a, '--error', ' '])).code).toBe(2);
    expect(await clew([a, b, '--error', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('one session'),
    });
  });
});
