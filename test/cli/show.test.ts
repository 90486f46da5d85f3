import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliContext } from '../../src/cli/context.ts';
import { type ClewRun, runClew } from './run-clew.ts';

const ID = '5e551011-0000-4000-8000-000000000001';
const AGENT = 'a1b2c3d';
let folder: string;
let home: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-show-'));
  home = join(folder, 'home');
  const project = join(home, 'projects', '-work-app');
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

/** A line of the session, `seconds` after ten o'clock. */
function line(seconds: number, uuid: string, parentUuid: string | null, type: string, more: object): object {
  const timestamp = new Date(Date.UTC(2026, 0, 2, 10, 0, 0, seconds * 1000)).toISOString();
  const common = {
    sessionId: ID,
    version: '2.1.100',
    cwd: '/work/app',
    gitBranch: 'main',
    isSidechain: false,
  };
  return { parentUuid, ...common, type, uuid, timestamp, ...more };
}

function prompt(seconds: number, uuid: string, parent: string | null, content: unknown, more = {}): object {
  return line(seconds, uuid, parent, 'user', { message: { role: 'user', content }, ...more });
}

function answer(seconds: number, uuid: string, parent: string, id: string, block: object, more = {}): object {
  const usage = { input_tokens: 10, output_tokens: 120, cache_read_input_tokens: 12_000 };
  const message = {
    id,
    role: 'assistant',
    model: 'claude-test-1',
    stop_reason: 'end_turn',
    content: [block],
    usage,
  };
  return line(seconds, uuid, parent, 'assistant', { message, ...more });
}

function use(id: string, name: string, input: object): object {
  return { type: 'tool_use', id, name, input };
}

function result(
  seconds: number,
  uuid: string,
  parent: string,
  id: string,
  content: unknown,
  more: object,
): object {
  const { isError, toolUseResult } = more as { isError?: boolean; toolUseResult?: unknown };
  const block = { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
  return prompt(seconds, uuid, parent, [block], toolUseResult === undefined ? {} : { toolUseResult });
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000028000000 1e0'.replace(' ', ''), 'hex').toString(
  'base64',
);

const SESSION: readonly object[] = [
  { type: 'ai-title', aiTitle: 'Fix the flaky test', sessionId: ID },
  prompt(0, 'p1', null, [
    { type: 'text', text: 'The login test fails once in ten runs. Why?' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
  ]),
  answer(2, 'a1', 'p1', 'm1', { type: 'thinking', thinking: 'A race, maybe.', signature: 's' }),
  answer(3, 'a2', 'a1', 'm1', {
    type: 'text',
    text: "I'll look at the **retry** logic:\n\n- run it\n- read it",
  }),
  answer(4, 'a3', 'a2', 'm1', use('t1', 'Bash', { command: 'npm test' })),
  result(
    7.2,
    'r1',
    'a3',
    't1',
    `Exit code 1\n${Array.from({ length: 20 }, (_, i) => `line ${i + 1}`).join('\n')}`,
    {
      isError: true,
      toolUseResult: 'Error: Exit code 1',
    },
  ),
  answer(
    8,
    'a4',
    'r1',
    'm2',
    use('t2', 'Edit', { file_path: '/work/app/src/retry.ts', old_string: 'a\nb', new_string: 'a\nc' }),
  ),
  result(8.5, 'r2', 'a4', 't2', 'The file has been updated.', {
    toolUseResult: {
      structuredPatch: [{ oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines: [' a', '-b', '+c'] }],
    },
  }),
  answer(
    9,
    'a5',
    'r2',
    'm3',
    use('t3', 'Task', { subagent_type: 'Explore', description: 'find callers', prompt: 'Find callers.' }),
  ),
  result(20, 'r3', 'a5', 't3', [{ type: 'text', text: 'Two callers.' }], {
    toolUseResult: { agentId: AGENT, status: 'completed', totalToolUseCount: 1, totalDurationMs: 11_000 },
  }),
  answer(21, 'a6', 'r3', 'm4', { type: 'text', text: 'Fixed: it waited too little.' }),
  prompt(60, 'p2', 'a6', 'wrong way'),
  answer(61, 'a7', 'p2', 'm5', { type: 'text', text: 'Indeed.' }),
  prompt(90, 'p3', 'a6', 'Thanks. Commit it.'),
  line(91, 'b1', null, 'system', {
    subtype: 'compact_boundary',
    logicalParentUuid: 'p3',
    compactMetadata: { trigger: 'auto', preTokens: 155_000, postTokens: 9000 },
  }),
  prompt(92, 's1', 'b1', 'A summary.', { isCompactSummary: true }),
  answer(
    95,
    'a8',
    's1',
    'm6',
    use('t4', 'TodoWrite', { todos: [{ content: 'commit', status: 'in_progress' }] }),
  ),
  result(95.1, 'r4', 'a8', 't4', 'ok', {}),
  prompt(96, 'i1', 'r4', '[Request interrupted by user]'),
];

const AGENT_LINES: readonly object[] = [
  prompt(9.1, 'g1', null, 'Find callers.', { isSidechain: true, agentId: AGENT }),
  answer(10, 'g2', 'g1', 'n1', use('t9', 'Grep', { pattern: 'retry(' }), {
    isSidechain: true,
    agentId: AGENT,
  }),
  {
    ...result(11, 'g3', 'g2', 't9', 'Found 2 files\na.ts\nb.ts', {}),
    ...{ isSidechain: true, agentId: AGENT },
  },
  answer(12, 'g4', 'g3', 'n2', { type: 'text', text: 'Two callers.' }, { isSidechain: true, agentId: AGENT }),
];

const GOLDEN = `\
Fix the flaky test
app · main · 2 turns · 4 tool calls · 1 agent · 12.0k context · 600 out
2026-01-02 10:00 – 10:01 · claude-test-1 · client 2.1.100
${ID} · branch 2 of 2

● 1  2026-01-02 10:00 · 21 s · 4 exchanges · 12.0k context · 480 out ───────────
┃ The login test fails once in ten runs. Why?
│
│ [image png 640×480, 24 bytes]
│ ∴ thought, 14 characters: A race, maybe.
│
│ I'll look at the retry logic:
│
│ • run it
│ • read it
│
│ ▸ Bash npm test  ✗ exit 1  3.2 s
│     line 1
│     line 2
│     line 3
│     line 4
│     line 5
│     line 6
│     line 7
│     line 8
│     … 12 more lines (clew show 5e551011 --home HOME --turn 1 --full)
│ ▸ Edit src/retry.ts  +1 −1  0.5 s
│     @@ line 9
│      a
│     -b
│     +c
│ ▸ Agent Explore: find callers  1 tool call  11 s
│ ├○ agent a1b2c3d  1 tool call · 12.0k context · 2.9 s
│ │ ▸ Grep retry(  2 files  1.0 s
│ │ Two callers.
│ ╰
│
│ Fixed: it waited too little.
│
│ ╱ rewound: the other way is branch 1 (a7) 10:01 “wrong way”
│
● 2  10:01 · 6.0 s · 1 exchange · 12.0k context · 120 out · interrupted ────────
┃ Thanks. Commit it.
│
✂ compacted (auto) · 155k → 9.0k tokens ────────────────────────────────────────
│ A summary.
│ ▸ TodoWrite 0/1 commit  ✓  0.1 s
│     ◐ commit
│ ■ interrupted by the person
`;

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
