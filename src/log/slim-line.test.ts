import { expect, test } from 'vitest';
import { ERAS } from '../forge/eras.ts';
import type { Feature } from '../forge/features.ts';
import { fileBytes, forgeSession } from '../forge/forge-session.ts';
import { linkAgents } from '../session/agents.ts';
import { buildThread, readConversation } from '../session/session.ts';
import { parseLog } from './read-log.ts';
import { slimLine } from './slim-line.ts';

const long = 'x'.repeat(5000);
const slim = (value: unknown) =>
  slimLine(parseLog(new TextEncoder().encode(JSON.stringify(value)))[0] as never);

test('bodies keep their beginning, what was said stays whole, and a line that lost something says so', () => {
  const result = { type: 'tool_result', tool_use_id: 't', content: long };
  const cut = slim({
    type: 'user',
    message: { content: [{ type: 'text', text: long }, result] },
    toolUseResult: { stdout: long },
  });
  expect(cut.cut).toBe(true);
  expect(cut.line).toMatchObject({
    value: {
      message: { content: [{ text: long }, { content: long.slice(0, 2000), tool_use_id: 't' }] },
      toolUseResult: { stdout: long.slice(0, 2000) },
    },
  });
  expect(cut.line.raw).toHaveLength(0);
  const same = slim({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: long }] } });
  expect(same.cut).toBe(false);
  expect(same.line).toMatchObject({ value: { message: { content: [{ thinking: long }] } } });
});

test('no character is cut in half', () => {
  const result = { type: 'tool_result', tool_use_id: 't', content: `${'x'.repeat(1999)}\u{1f600}${long}` };
  const { line } = slim({ type: 'user', message: { content: [result] } });
  expect(line).toMatchObject({ value: { message: { content: [{ content: 'x'.repeat(1999) }] } } });
});

test('[U4] a prompt that exists only as an attachment stays whole, and [T5] so does what an agent was asked', () => {
  expect(slim({ type: 'attachment', attachment: { type: 'queued_command', prompt: long } }).cut).toBe(false);
  expect(slim({ type: 'attachment', attachment: { type: 'file', content: long } }).cut).toBe(true);
  const use = { type: 'tool_use', id: 't', name: 'Task', input: { prompt: long } };
  expect(slim({ type: 'assistant', message: { content: [use] } }).cut).toBe(false);
});

test('[L1] an unreadable line keeps the beginning of its bytes', () => {
  const { line, cut } = slimLine(parseLog(new TextEncoder().encode(`{"a": ${long}`))[0] as never);
  expect([line.kind, line.raw.length, cut]).toEqual(['unreadable', 4096, true]);
});

const SHAPES: readonly (readonly Feature[])[] = [
  ['agent', 'parallel-tools', 'long-file', 'images'],
  ['nested-agent', 'background-agent', 'failing-tool'],
  ['compaction', 'rewind', 'queue', 'commands'],
  ['resume-copy', 'phantom-branches', 'cancelled-prompt'],
];

test('the model of slim lines is that of whole ones: branches, turns, messages, agents', () => {
  for (const [n, shape] of SHAPES.entries()) {
    const session = forgeSession({ seed: `slim ${n}`, shape, era: ERAS.at(-1 - n) as never });
    const read = (most?: number) => {
      const [main, ...agents] = session.files
        .filter(({ path }) => path.endsWith('.jsonl'))
        .map((file) => ({ path: file.path, lines: parseLog(fileBytes(file)) }))
        .map(({ path, lines }) => ({
          path,
          lines: most === undefined ? lines : lines.map((line) => slimLine(line, most).line),
        }));
      const thread = buildThread(main?.lines ?? []);
      const tree = linkAgents(
        thread,
        agents.map(({ path, lines }) => ({
          agentId: /agent-(.*)\.jsonl/.exec(path)?.[1] ?? '',
          file: path,
          entries: lines.filter((line) => line.kind === 'entry'),
        })),
      );
      return {
        branches: thread.branches.map(({ leaf, active, prompts }) => [leaf.uuid, active, prompts]),
        turns: readConversation(thread).turns.map(({ number, kind, exchanges, ended, entries, messages }) => [
          number,
          kind,
          exchanges,
          ended,
          entries.length,
          messages.map(({ blocks, usage }) => [blocks.length, usage]),
        ]),
        agents: tree.all.map(({ agentId, state, linkedBy, own }) => [agentId, state, linkedBy, own]),
      };
    };
    expect(read(30)).toEqual(read());
  }
});
