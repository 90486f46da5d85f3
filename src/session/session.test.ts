import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { joinMessages } from './messages.ts';
import { buildThread, readConversation } from './session.ts';

const entry = (uuid: string, parentUuid: string | null, type: string, message: JsonObject): JsonObject => ({
  uuid,
  parentUuid,
  type,
  message: { role: type, ...message },
  timestamp: `2026-01-01T00:00:0${uuid}Z`,
});
const answer = (id: string, words: string): JsonObject => ({ id, content: [{ type: 'text', text: words }] });

test('[M5] the messages of a conversation are those of its turns, or whole ones where an answer goes on in the next turn', () => {
  for (const [last, count] of [
    ['m2', 4],
    ['m1', 3],
  ] as const) {
    const thread = buildThread(
      makeEntries([
        entry('1', null, 'user', { content: 'look' }),
        entry('2', '1', 'assistant', answer('m1', 'I look')),
        entry('3', '2', 'user', { content: 'and there' }),
        entry('4', '3', 'assistant', answer(last, 'I see')),
      ]),
    );
    const { messages, entries, turns } = readConversation(thread);
    expect(turns).toHaveLength(2);
    expect(messages).toEqual(joinMessages(entries));
    expect(messages).toHaveLength(count);
  }
});
