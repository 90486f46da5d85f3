// A session with a bit of everything that `clew show` prints: thinking, calls, a diff, an agent, a rewind, a compaction, an interruption.

export const ID: string = '5e551011-0000-4000-8000-000000000001';
export const AGENT: string = 'a1b2c3d';

/** A line of the session, `seconds` after ten o'clock. */
export function line(
  seconds: number,
  uuid: string,
  parentUuid: string | null,
  type: string,
  more: object,
): object {
  const timestamp = new Date(Date.UTC(2026, 0, 2, 10, 0, 0, seconds * 1000)).toISOString();
  const common = {
    sessionId: ID,
    version: '2.1.100',
    cwd: '/home/dev/app',
    gitBranch: 'main',
    isSidechain: false,
  };
  return { parentUuid, ...common, type, uuid, timestamp, ...more };
}

export function prompt(
  seconds: number,
  uuid: string,
  parent: string | null,
  content: unknown,
  more = {},
): object {
  return line(seconds, uuid, parent, 'user', { message: { role: 'user', content }, ...more });
}

export function answer(
  seconds: number,
  uuid: string,
  parent: string,
  id: string,
  block: object,
  more = {},
): object {
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

export function use(id: string, name: string, input: object): object {
  return { type: 'tool_use', id, name, input };
}

export function result(
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

export const SESSION: readonly object[] = [
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
    use('t2', 'Edit', { file_path: '/home/dev/app/src/retry.ts', old_string: 'a\nb', new_string: 'a\nc' }),
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

export const AGENT_LINES: readonly object[] = [
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

/** What `clew show` prints of it in a pipe; HOME stands for the home. */
export const GOLDEN: string = `\
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
