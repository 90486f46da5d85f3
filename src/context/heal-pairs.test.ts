import { expect, test } from 'vitest';
import { CALL_INTERRUPTED, NO_CONTENT, RESULT_MISSING, RESULT_ORPHANED } from './inventions.ts';
import {
  answer,
  baseSession,
  call,
  type Fields,
  inShort,
  predict,
  prompt,
  result,
  sent,
  text,
  thinking,
  uuid,
} from './small-session.fixture.ts';

const base = baseSession();
const without = (n: number) => base.filter((line) => line.uuid !== uuid(n));
const several = (n: number, parent: number, id: string, blocks: readonly Fields[]): Fields => {
  const line = answer(n, parent, id, {});
  return { ...line, message: { ...(line.message as Fields), content: blocks } };
};

test('[resume R8] an unanswered call in mid-session goes, in every client', () => {
  const relinked = without(7).map((line) =>
    line.uuid === uuid(8) ? { ...line, parentUuid: uuid(6) } : line,
  );
  for (const client of ['1.0.60', '2.1.100', '2.1.325']) {
    expect(sent(relinked, client).join()).not.toContain('call b');
    expect(sent(relinked, client)).toContain('assistant: "I will look"');
  }
});

test('[resume R8] to 2.0.64 a call that another answer follows is left without a result', () => {
  const entries = [
    ...base.slice(0, 4),
    answer(5, 4, 'msg_b', call('b')),
    answer(6, 5, 'msg_c', call('c')),
    result(7, 6, 'b'),
    result(8, 7, 'c'),
    answer(9, 8, 'msg_d', text('Done')),
  ];
  const kept = ['assistant: call b', 'assistant: call c', 'user: result b, result c'];
  const mended = ['assistant: call b', 'user: result b', 'assistant: call c', 'user: result c'];
  expect(['1.0.60', '2.0.64'].map((client) => sent(entries, client).slice(3, 6))).toEqual([kept, kept]);
  expect(['2.1.50', '2.1.326'].map((client) => sent(entries, client).slice(3, 7))).toEqual([mended, mended]);
});

test('[resume R9] a call that is logged twice is sent twice to 2.1.50, and once from 2.1.100 on', () => {
  const entries = [
    ...base.slice(0, 4),
    answer(5, 4, 'msg_b', call('b')),
    answer(6, 5, 'msg_b', call('b')),
    result(7, 6, 'b'),
    answer(8, 7, 'msg_c', text('Done')),
  ];
  const ofAnswer = (client: string) => sent(entries, client)[3];
  expect(['1.0.60', '2.1.50'].map(ofAnswer)).toEqual(Array(2).fill('assistant: call b, call b'));
  expect(['2.1.100', '2.1.326'].map(ofAnswer)).toEqual(Array(2).fill('assistant: call b'));
});

test('[resume R8] an entry whose calls are all unanswered goes with its text', () => {
  const line = several(5, 4, 'msg_b', [text('Both at once'), call('b')]);
  const entries = [
    ...base.slice(0, 4),
    line,
    prompt(6, 5, 'Never mind'),
    answer(7, 6, 'msg_c', text('Fine')),
  ];
  expect(sent(entries)[2]).toBe('user: "Second question\\n", "Never mind"');
});

test('[resume R8] calls still open at the end are answered with words that say so', () => {
  const prediction = predict(base.slice(0, 10));
  expect(inShort(prediction.messages).at(-2)).toBe('user: result c, result d, result e');
  expect(prediction.messages.at(-2)?.content[0]).toMatchObject({ content: CALL_INTERRUPTED, is_error: true });
  expect(prediction.messages.at(-2)?.sources).toEqual([{ entries: [] }, { entries: [] }, { entries: [] }]);
  expect(inShort(prediction.messages).at(-1)).toBe('assistant: "No response requested."');
});

test('[R5] to 2.1.260 calls still open at the end are dropped', () => {
  expect(sent(base.slice(0, 6), '2.1.200').at(-1)).toBe('assistant: "I will look"');
});

test('[resume R8] of an entry with several calls the unanswered get a result, placed first', () => {
  const entries = [
    ...base.slice(0, 7),
    several(8, 7, 'msg_c', [call('c'), call('d')]),
    result(12, 8, 'd'),
    answer(14, 12, 'msg_d', text('Done')),
  ];
  const message = predict(entries).messages[6];
  expect(message?.content).toMatchObject([
    { content: RESULT_MISSING, tool_use_id: 'toolu_c' },
    { tool_use_id: 'toolu_d' },
  ]);
});

test('[resume R9] a result without its call vanishes; an emptied message says so', () => {
  const relinked = without(6).map((line) =>
    line.uuid === uuid(7) ? { ...line, parentUuid: uuid(5) } : line,
  );
  expect(sent(relinked)[4]).toBe(`user: "${NO_CONTENT}"`);
  const alone = [result(1, null, 'z'), answer(2, 1, 'msg_a', text('Answer'))];
  expect(sent(alone)[0]).toBe(`user: "${RESULT_ORPHANED}"`);
  expect(predict(alone).lost).toMatchObject([{ uuid: uuid(1), reason: 'orphan-result' }]);
});

test('[R5] a result without its call is sent to 2.0.64, dropped without a word in 2.1.50', () => {
  const relinked = without(6).map((line) =>
    line.uuid === uuid(7) ? { ...line, parentUuid: uuid(5) } : line,
  );
  expect(sent(relinked, '2.0.64')[4]).toBe('user: result b');
  expect(sent(relinked, '2.1.50').join()).not.toContain('result b');
});

test('[resume R9] a second result of one call vanishes, 2.1.50 sends both', () => {
  const entries = [...base.slice(0, 7), result(30, 7, 'b', 'again'), answer(31, 30, 'msg_z', text('Done'))];
  expect(sent(entries)[4]).toBe('user: result b');
  expect(sent(entries, '2.1.50')[4]).toBe('user: result b, result b');
});

test('[resume R16] calls go behind all other blocks; in 2.1.200 behind the text only', () => {
  const line = several(5, 4, 'msg_b', [call('b'), thinking('late'), text('words')]);
  const entries = [...base.slice(0, 4), line, result(6, 5, 'b'), answer(7, 6, 'msg_c', text('Done'))];
  expect(sent(entries)[3]).toBe('assistant: thinking, "words", call b');
  expect(sent(entries, '2.1.200')[3]).toBe('assistant: "words", call b, thinking');
  expect(sent(entries, '2.1.100')[3]).toBe('assistant: call b, thinking, "words"');
});

test('[resume R19] old names of tools become those of the client', () => {
  const named = (name: string, client?: string) => {
    const entries = [...base.slice(0, 4), answer(5, 4, 'msg_b', call('b', name)), result(6, 5, 'b')];
    return predict(entries, client).messages[3]?.content[0]?.name;
  };
  expect(named('Task')).toBe('Agent');
  expect(named('Task', '2.1.50')).toBe('Task');
  expect(named('KillShell', '2.1.200')).toBe('TaskStop');
  expect(named('KillShell')).toBe('KillShell');
});
