import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { finalEntry, joinMessages, type Message } from './messages.ts';

const line = (id: string, block: JsonObject, extra: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  type: 'assistant',
  timestamp: '2026-01-01T00:00:00Z',
  message: { id, role: 'assistant', content: [block], stop_reason: null, ...extra },
  ...more,
});
const text = (value: string): JsonObject => ({ type: 'text', text: value });
const types = (message: Message | undefined) => message?.blocks.map(({ block }) => block.type);

test('[M1] a message is the union of its lines, one block each, also when other lines stand between [M5]', () => {
  const messages = joinMessages(
    makeEntries([
      line('m1', { type: 'thinking', thinking: 'hm', signature: 's' }),
      line('m1', text('I look')),
      { type: 'user', message: { role: 'user', content: 'meanwhile' } },
      line('m1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} }),
      line('m2', text('done')),
    ]),
  );
  expect(messages.map((message) => [message.role, message.id, message.entries.length])).toEqual([
    ['assistant', 'm1', 3],
    ['user', undefined, 1],
    ['assistant', 'm2', 1],
  ]);
  expect(types(messages[0])).toEqual(['thinking', 'text', 'tool_use']);
});

test('[M2] an entry repeated is kept once, a cumulative snapshot keeps the longer, and what was left out is named', () => {
  const [message] = joinMessages(
    makeEntries([
      line('m', { type: 'tool_use', id: 't', name: 'Bash', input: {} }),
      line('m', { type: 'tool_use', id: 't', name: 'Bash', input: {} }),
      line('m', { type: 'thinking', thinking: 'a', signature: 's' }),
      line('m', { type: 'thinking', thinking: 'a', signature: 's' }),
      line('m', text('I will')),
      line('m', text('I will look')),
    ]),
  );
  expect(types(message)).toEqual(['tool_use', 'thinking', 'text']);
  expect(message?.blocks[2]?.block.text).toBe('I will look');
  expect(message?.repeated).toHaveLength(3);
});

test('[M2] the same words said twice at different moments are two blocks', () => {
  const [message] = joinMessages(
    makeEntries([
      line('m', text('Next.')),
      line('m', { type: 'tool_use', id: 't', name: 'Bash', input: {} }),
      line('m', text('Next.'), {}, { timestamp: '2026-01-01T00:00:09Z' }),
    ]),
  );
  expect(types(message)).toEqual(['text', 'tool_use', 'text']);
  expect(message?.repeated).toEqual([]);
});

test('[M3] usage counts once, from the copy with the most output, and is final only with a stop reason', () => {
  const usage = (output: number) => ({
    usage: { input_tokens: 3, cache_read_input_tokens: 7, output_tokens: output },
  });
  const [open, closed] = joinMessages(
    makeEntries([
      line('m1', text('a'), usage(1)),
      line('m1', text('b'), usage(1)),
      line('m2', text('a'), usage(1)),
      line('m2', text('b'), { ...usage(123), stop_reason: 'end_turn' }),
    ]),
  );
  expect(open?.usage).toMatchObject({ input: 3, cacheRead: 7, output: 1, outputFinal: false });
  expect(closed?.usage).toMatchObject({ output: 123, outputFinal: true });
  expect(closed?.stopReason).toBe('end_turn');
});

test('[M2] the final entry of the seeds: the last with a stop reason, else most output, else the last', () => {
  const final = (...lines: JsonObject[]) =>
    finalEntry(joinMessages(makeEntries(lines))[0] as Message).place.line;
  const output = (tokens: number) => ({ usage: { output_tokens: tokens } });
  expect(final(line('m', text('a'), { stop_reason: 'tool_use' }), line('m', text('b')))).toBe(1);
  expect(final(line('m', text('a'), output(5)), line('m', text('b'), output(1)))).toBe(1);
  expect(final(line('m', text('a'), output(1)), line('m', text('b'), output(1)))).toBe(2);
});

test('[M6] the client’s own error words are marked', () => {
  const [message] = joinMessages(
    makeEntries([line('m', text('API Error'), { model: '<synthetic>' }, { isApiErrorMessage: true })]),
  );
  expect(message).toMatchObject({ model: '<synthetic>', apiError: true });
});

test('[M2] however many blocks a message has, those logged again are left out, and a text of another moment is not', () => {
  for (const count of [1, 4, 5, 9, 30]) {
    const blocks = Array.from({ length: count }, (_, i) => [
      line('m', { type: 'tool_use', id: `t${i}`, name: 'Bash', input: {} }),
      line('m', { type: 'thinking', thinking: '', signature: `s${i}` }),
      line('m', text(`${i} says`)),
    ]).flat();
    const later = line('m', text('0 says'), {}, { timestamp: '2026-01-01T00:00:01Z' });
    const [message] = joinMessages(makeEntries([...blocks, ...blocks, later]));
    expect(message?.blocks).toHaveLength(3 * count + 1);
    expect(message?.repeated).toHaveLength(3 * count);
  }
});
