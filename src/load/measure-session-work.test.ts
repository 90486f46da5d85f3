import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { buildThread } from '../session/session.ts';
import { measureSessionWork } from './measure-session-work.ts';

function turn(name: string, parent: string | null, tokens: number): JsonObject[] {
  const second = Number.parseInt(name, 36) * 2;
  const timestamp = (more: number): string =>
    new Date(1_700_000_000_000 + (second + more) * 1000).toISOString();
  return [
    {
      type: 'user',
      uuid: name,
      parentUuid: parent,
      timestamp: timestamp(0),
      message: { role: 'user', content: name },
    },
    {
      type: 'assistant',
      uuid: `${name}-answer`,
      parentUuid: name,
      timestamp: timestamp(1),
      message: {
        id: `msg-${name}`,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content: [{ type: 'text', text: 'Yes.' }],
        usage: { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: tokens },
      },
    },
  ];
}

test('[U3] a turn that took far too much is called by its number on the active branch', () => {
  const thread = buildThread(
    makeEntries([
      ...turn('a', null, 1000),
      ...turn('b', 'a-answer', 9_000_000),
      // Back to the first answer: what followed it is left behind.
      ...turn('c', 'a-answer', 1000),
      ...turn('d', 'c-answer', 8_000_000),
      ...turn('e', 'd-answer', 1000),
    ]),
  );
  const { work } = measureSessionWork({ sessionId: 's', file: 's.jsonl', thread, agents: [] });
  expect(work.patterns.map(({ turn: number, says }) => [number, says.split(' took')[0]])).toEqual([
    [undefined, 'a turn left behind'],
    [3, 'turn 3'],
  ]);
});
