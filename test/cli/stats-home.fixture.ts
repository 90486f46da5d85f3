// A small home whose usage is known by heart: one session with an agent, and a fork that repeats an answer.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';
export const FORK = 'bbbbbbbb-0000-4000-8000-000000000002';

interface Answer {
  readonly id: string;
  readonly time: string;
  readonly model?: string;
  readonly output?: number;
  readonly stop?: string | null;
  readonly sessionId?: string;
  readonly tool?: string;
  readonly [key: string]: unknown;
}

/** A line with the usage of one answer. */
export function answer({
  id,
  time,
  model = 'claude-opus-4-6',
  output = 1000,
  stop = 'end_turn',
  sessionId = SESSION,
  tool,
  ...more
}: Answer): string {
  const content = tool
    ? [{ type: 'tool_use', id: `toolu_${id}`, name: tool, input: {} }]
    : [{ type: 'text', text: 'x' }];
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    cwd: '/work/api',
    sessionId,
    message: {
      model,
      id,
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: stop,
      stop_sequence: null,
      usage: {
        input_tokens: 100,
        output_tokens: output,
        cache_read_input_tokens: 10_000,
        cache_creation_input_tokens: 0,
      },
    },
    requestId: `req_${id}`,
    type: 'assistant',
    uuid: `u-${id}-${output}`,
    timestamp: time,
    ...more,
  });
}

const main = [
  JSON.stringify({
    type: 'user',
    uuid: 'u0',
    parentUuid: null,
    sessionId: SESSION,
    cwd: '/work/api',
    timestamp: '2026-03-01T22:00:00Z',
    message: { role: 'user', content: 'Hi' },
  }),
  answer({ id: 'msg_1', time: '2026-03-01T23:30:00Z', output: 1, stop: null, tool: 'Bash' }),
  answer({ id: 'msg_1', time: '2026-03-01T23:30:01Z', output: 1000 }),
  answer({
    id: 'msg_2',
    time: '2026-03-04T11:00:00Z',
    model: 'claude-haiku-4-5-20251001',
    output: 7,
    stop: null,
  }),
  answer({ id: 'msg_3', time: '2026-03-04T11:30:00Z', model: 'claude-nova-1' }),
  '{"type":"assistant","message":{"usage":',
];

/** Writes it; returns the folder of its project. */
export function writeStatsHome(home: string): string {
  const project = join(home, 'projects', '-work-api');
  mkdirSync(join(project, SESSION, 'subagents'), { recursive: true });
  writeFileSync(join(project, `${SESSION}.jsonl`), main.join('\n'));
  writeFileSync(join(project, `${FORK}.jsonl`), `${main[2]?.replaceAll(SESSION, FORK)}\n`);
  const inAgent = { isSidechain: true, agentId: 'a1b2c3d' };
  const asked = { uuid: 'a0', timestamp: '2026-03-04T11:00:00Z', message: { role: 'user', content: 'Look' } };
  const agent = [
    JSON.stringify({ type: 'user', sessionId: SESSION, ...inAgent, ...asked }),
    answer({ id: 'msg_4', time: '2026-03-04T11:01:00Z', ...inAgent }),
  ];
  writeFileSync(join(project, SESSION, 'subagents', 'agent-a1b2c3d.jsonl'), `${agent.join('\n')}\n`);
  return project;
}
