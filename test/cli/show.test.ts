import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliContext } from '../../src/cli/context.ts';
import { type ClewRun, runClew } from './run-clew.ts';
import {
  AGENT,
  AGENT_LINES,
  answer,
  GOLDEN,
  ID,
  line,
  prompt,
  result,
  SESSION,
  use,
} from './show-session.fixture.ts';

let folder: string;
let home: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-show-'));
  home = join(folder, 'home');
  const project = join(home, 'projects', '-home-dev-app');
  mkdirSync(join(project, ID, 'subagents'), { recursive: true });
  writeLines(join(project, `${ID}.jsonl`), SESSION);
  writeLines(join(project, ID, 'subagents', `agent-${AGENT}.jsonl`), AGENT_LINES);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeLines(file: string, lines: readonly object[]): void {
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function show(words: readonly string[], overrides: Partial<CliContext> = {}): Promise<ClewRun> {
  return runClew(['show', ...words, '--home', home], { env: { TZ: 'UTC' }, cwd: folder, ...overrides });
}

describe('clew show', () => {
  test('prints a session for reading, in a pipe at 80 columns', async () => {
    const { code, out } = await show([]);
    // The hint names the home, whose path is another one on each run.
    expect(
      out.replace(
        /… 12 more lines \(.*\)/,
        '… 12 more lines (clew show 5e551011 --home HOME --turn 1 --full)',
      ),
    ).toBe(GOLDEN);
    expect(code).toBe(0);
  });

  test('--turn takes one, a range, an open range or the last', async () => {
    const headers = async (range: string) =>
      [...(await show([ID, '--turn', range])).out.matchAll(/^● (\d+)/gm)].map(([, number]) => number);
    expect(await headers('1')).toEqual(['1']);
    expect(await headers('last')).toEqual(['2']);
    expect(await headers('2..')).toEqual(['2']);
    expect(await headers('..7')).toEqual(['1', '2']);
  });

  test.each([
    [['--turn', '9'], 'There is no turn 9 on this branch.', 'It has the turns 1 to 2.'],
    [['--turn', 'x'], '“x” is no turn', 'Write --turn 3'],
    [['--branch', '7'], 'There is no branch “7”: the session has 2 branches.', 'a number from 1 to 2'],
    [['--agent', 'zz'], 'There is no agent “zz”', `It has ${AGENT}.`],
  ])('%j is refused with what can be asked for', async (words, message, hint) => {
    const { code, err } = await show([ID, ...words]);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });

  test('--branch takes a number or a leaf, and list names them all', async () => {
    for (const wanted of ['1', 'a7']) {
      const { out } = await show([ID, '--branch', wanted]);
      expect(out).toContain('branch 1 of 2, not the active one');
      expect(out).toContain('│ Indeed.');
      expect(out).not.toContain('┃ Thanks. Commit it.');
    }
    expect((await show([ID, '--branch', 'list'])).out).toBe(
      [
        '○ 1  a7  2 prompts    2026-01-02 10:00 – 2026-01-02 10:01',
        '    “wrong way”',
        '● 2  i1  2 prompts    2026-01-02 10:00 – 2026-01-02 10:01  active',
        '    “Thanks. Commit it.”',
        '',
      ].join('\n'),
    );
  });

  test('--agent shows its own transcript', async () => {
    const { out } = await show([ID, '--agent', 'a1b']);
    expect(out).toContain(`agent ${AGENT} of session ${ID}`);
    expect(out).toContain('┃ Find callers.');
    expect(out).toContain('│ Two callers.');
  });

  test('--full holds what the short form cuts', async () => {
    const { out } = await show([ID, '--full']);
    expect(out).toContain('line 20');
    expect(out).not.toContain('more lines');
    expect(out).toContain('∴ A race, maybe.');
  });

  test('[L3] --raw gives the lines as they are, also those that are no UTF-8', async () => {
    const file = join(folder, 'raw.jsonl');
    const bytes = Buffer.concat([
      Buffer.from(`${JSON.stringify(prompt(0, 'p1', null, 'one'))}\n`),
      Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
      Buffer.from(`${JSON.stringify(prompt(1, 'p2', 'p1', 'two'))} `),
    ]);
    writeFileSync(file, bytes);
    const chunks: Uint8Array[] = [];
    const print = async (chunk: unknown) => void chunks.push(Buffer.from(chunk as string));
    await show([file, '--raw'], { print });
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    chunks.length = 0;
    await show([file, '--raw', '--turn', '2'], { print });
    expect(Buffer.concat(chunks).toString()).toBe(`${JSON.stringify(prompt(1, 'p2', 'p1', 'two'))} `);
  });

  test('--json is one document with session, branches, turns and agents', async () => {
    const model = JSON.parse((await show([ID, '--json'])).out);
    expect(model.session).toMatchObject({ sessionId: ID, title: 'Fix the flaky test', branch: 2, turns: 2 });
    expect(model.branches).toMatchObject([
      { number: 1, leaf: 'a7', active: false, prompts: 2 },
      { number: 2, leaf: 'i1', active: true },
    ]);
    expect(model.turns.map((turn: { ended: string }) => turn.ended)).toEqual(['answered', 'interrupted']);
    expect(model.turns[0].messages[1]).toMatchObject({ role: 'assistant', id: 'm1', lines: [3, 4, 5] });
    expect(model.turns[0].toolCalls).toMatchObject([
      { id: 't1', name: 'Bash', line: 5, resultLines: [6], status: 'error', outcome: 'exit 1' },
      { id: 't2', status: 'ok', outcome: '+1 −1' },
      { id: 't3', agents: [AGENT] },
    ]);
    expect(model.agents).toMatchObject([{ agentId: AGENT, state: 'linked', toolUseId: 't3', children: [] }]);
    expect(JSON.parse((await show([ID, '--json', '--turn', '2'])).out).turns).toHaveLength(1);
  });

  test('[F4] an empty session says so, and so does a file of another kind', async () => {
    const file = join(folder, 'empty.jsonl');
    writeFileSync(file, '');
    const { code, out } = await show([file]);
    expect(code).toBe(1);
    expect(out).toContain('The session is empty: nothing was said in it.');
    writeFileSync(file, 'not a session\n');
    expect((await show([file])).out).toContain('No line of this file is an entry of a session.');
    const model = JSON.parse((await show([file, '--json'])).out);
    expect(model).toMatchObject({ turns: [], branches: [], agents: [] });
  });
});

describe('hostile content', () => {
  const EVIL =
    'a\u001b]8;;http://evil\u0007b\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[31mred\u009b1m\u202etxt\u2066\u0007\r\u0008\u001b';

  /** The evil text in every field that a session can fill. */
  function hostileFile(): string {
    const file = join(folder, 'hostile.jsonl');
    const evil = (seconds: number, uuid: string, parent: string | null, type: string, more: object) => ({
      ...line(seconds, uuid, parent, type, more),
      ...{ cwd: `/x/${EVIL}`, gitBranch: EVIL, version: EVIL },
    });
    writeLines(file, [
      { type: 'custom-title', customTitle: EVIL },
      evil(0, 'p1', null, 'user', { message: { content: EVIL }, permissionMode: 'default' }),
      evil(1, 'a1', 'p1', 'assistant', {
        message: {
          id: 'm1',
          model: EVIL,
          content: [
            { type: 'thinking', thinking: EVIL },
            {
              type: 'text',
              text: `# ${EVIL}\n\n\`${EVIL}\` [${EVIL}](${EVIL})\n\n\`\`\`js\n${EVIL}\n\`\`\`\n\n|${EVIL}|b|\n|-|-|\n|${EVIL}|c|`,
            },
            use('t1', 'Bash', { command: EVIL }),
            use('t2', EVIL, { [EVIL]: EVIL }),
            use('t3', 'TodoWrite', { todos: [{ content: EVIL, status: EVIL }] }),
            use('t4', 'Edit', { file_path: EVIL, old_string: 'x', new_string: EVIL }),
            use('t5', 'Task', { subagent_type: EVIL, description: EVIL, prompt: EVIL }),
            use('t6', 'AskUserQuestion', { questions: [{ question: EVIL, options: [{ label: EVIL }] }] }),
            use('t7', 'WebSearch', { query: EVIL }),
            { type: EVIL },
            { type: 'image', source: { media_type: `image/${EVIL}` } },
          ],
        },
      }),
      ...['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'].map((id, i) =>
        evil(2 + i, `r${i}`, i === 0 ? 'a1' : `r${i - 1}`, 'user', {
          message: {
            content: [
              { type: 'tool_result', tool_use_id: id, content: `${EVIL}\n${EVIL}`, is_error: i % 2 === 1 },
            ],
          },
        }),
      ),
      evil(12, 'y1', 'r7', 'system', { subtype: 'api_error', error: { status: 500, message: EVIL } }),
      evil(13, 'y2', 'y1', 'system', { subtype: EVIL, content: EVIL }),
      evil(14, 'y3', 'y2', 'attachment', {
        attachment: { type: 'hook_non_blocking_error', hookName: EVIL, stderr: EVIL },
      }),
      evil(15, 'y4', 'y3', 'attachment', { attachment: { type: 'queued_command', prompt: EVIL } }),
      evil(16, 'y5', 'y4', EVIL, {}),
      evil(17, 'y6', 'y5', 'user', { message: { content: `<bash-stdout>${EVIL}</bash-stdout>` } }),
      evil(18, 'y7', 'y6', 'user', { message: { content: `<command-name>${EVIL}</command-name>` } }),
      evil(19, 'y8', 'y7', 'system', {
        subtype: 'compact_boundary',
        compactMetadata: { trigger: EVIL, preTokens: 1 },
      }),
      evil(20, 'y9', 'y8', 'user', { isCompactSummary: true, message: { content: EVIL } }),
      { type: 'permission-mode', permissionMode: EVIL },
      { type: 'pr-link', prNumber: 1, prUrl: EVIL },
      { type: EVIL },
    ]);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"torn ${EVIL}`);
    return file;
  }

  const UNSAFE =
    /[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

  test.each([
    ['in a pipe', [], { color: false }],
    ['in a pipe, in full', ['--full'], { color: false }],
    ['on a terminal', ['--no-pager'], { color: true, terminal: true }],
    ['on a terminal, in full', ['--no-pager', '--full'], { color: true, terminal: true, columns: 40 }],
    ['as a list of branches', ['--branch', 'list'], { color: false }],
    ['as JSON', ['--json'], {}],
  ])('%s, no control sequence of a session gets through', async (_, words, overrides) => {
    const { code, out } = await show([hostileFile(), ...words], overrides);
    expect(code).toBe(0);
    expect(out).toContain('red');
    expect(UNSAFE.exec(out)?.index).toBeUndefined();
    // What is left of escapes are our own colours, and only where colours are wanted.
    const escapes = out.match(/\u001b(?:\[[\d;]*m)?/g) ?? [];
    expect(escapes.filter((sequence) => !/^\u001b\[[\d;]+m$/.test(sequence))).toEqual([]);
    if (!('terminal' in overrides)) expect(escapes).toEqual([]);
  });

  test.each([40, 57, 80, 160, 200])('no line is longer than a terminal of %i columns', async (columns) => {
    const wide = join(folder, 'wide.jsonl');
    const words = `${'漢字の文章'.repeat(30)} ${'👩‍👩‍👧'.repeat(40)} ${'x'.repeat(300)} plain words here`;
    writeLines(wide, [
      prompt(0, 'p1', null, words),
      answer(1, 'a1', 'p1', 'm1', {
        type: 'text',
        text: `# ${words}\n\n- ${words}\n\n| a | b |\n|-|-|\n| ${words} | ${words} |\n\n> ${words}\n\n\`\`\`\n${words}\n\`\`\``,
      }),
      answer(2, 'a2', 'a1', 'm2', use('t1', 'Bash', { command: words })),
      result(3, 'r1', 'a2', 't1', `${words}\n`.repeat(9), {}),
      answer(4, 'a3', 'r1', 'm3', use('t2', 'Write', { file_path: `/w/${words}`, content: words })),
      result(5, 'r2', 'a3', 't2', words, { isError: true }),
    ]);
    for (const file of [wide, hostileFile(), ID]) {
      for (const flags of [[], ['--full']]) {
        const run = await show([file, '--no-pager', ...flags], { color: true, terminal: true, columns });
        const over = run.out.split('\n').filter((one) => stringWidth(one) > columns);
        expect(over).toEqual([]);
      }
    }
  });
});
