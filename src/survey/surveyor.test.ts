import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { growthOf, NOT_QUADRATIC } from '../base/growth.fixture.ts';
import { parseLog } from '../log/read-log.ts';
import { type SessionSurvey, Surveyor } from './surveyor.ts';

function survey(lines: readonly (object | string)[], file = 'a/session.jsonl'): SessionSurvey {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  return surveyText(text, file);
}

function surveyText(text: string, file = 'a/session.jsonl'): SessionSurvey {
  const surveyor = new Surveyor(file);
  for (const line of parseLog(encodeUtf8(text))) surveyor.add(line);
  return surveyor.finish();
}

const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
const assistant = (message: object, more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', ...message },
  ...more,
});
const link = (uuid: string, parentUuid: unknown, entry: object = { type: 'system' }) => ({
  ...entry,
  uuid,
  parentUuid,
});
const use = (id: unknown, name?: unknown) => ({ type: 'tool_use', id, name });
const result = (tool_use_id: unknown) => ({ type: 'tool_result', tool_use_id });
const text = (words: string) => ({ type: 'text', text: words });

describe('lines', () => {
  test('[L1] lines = entries + unreadable + blank, and a last line without newline counts', () => {
    const { lines, entries, unreadable, blank, bytes } = surveyText(
      '{"type":"user"}\n\n \t\r\nnot json\n[]\n{"a":1}',
    );
    expect({ lines, entries, unreadable, blank, bytes }).toEqual({
      lines: 6,
      entries: 2,
      unreadable: 2,
      blank: 2,
      bytes: 40,
    });
  });

  test('[L1] joined objects are one unreadable line, and its parts are not counted as entries', () => {
    const { unreadable, unreadableReasons, entryTypes } = survey([
      '{"type":"user","uuid":"a"}{"type":"user","uuid":"b"}',
    ]);
    expect({ unreadable, unreadableReasons, entryTypes }).toEqual({
      unreadable: 1,
      unreadableReasons: { joined: 1 },
      entryTypes: {},
    });
  });

  test('an empty file is all zeros', () => {
    const { lines, bytes, sessionId, chain, firstTimestamp } = survey([]);
    expect({ lines, bytes, sessionId, firstTimestamp }).toEqual({
      lines: 0,
      bytes: 0,
      sessionId: null,
      firstTimestamp: null,
    });
    expect(Object.values(chain)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('identity', () => {
  const id = '01234567-89ab-4cde-8f01-23456789abcd';

  test('[G7] the session id is the file’s name where that is a uuid, whatever the entries say', () => {
    expect(survey([{ type: 'mode', sessionId: 'old' }], `x/${id}.jsonl`).sessionId).toBe(id);
    expect(survey([{ type: 'mode', sessionId: 'old' }], `x\\${id}.jsonl`).sessionId).toBe(id);
  });

  test('[F2] for an agent it is the first one in the file', () => {
    const lines = [{ type: 'user' }, { type: 'user', sessionId: 's1' }, { type: 'user', sessionId: 's2' }];
    expect(survey(lines, 'x/agent-a1b2c3.jsonl').sessionId).toBe('s1');
  });

  test('[G10] session ids are counted distinct', () => {
    expect(survey(['s1', 's2', 's1', 7].map((sessionId) => ({ type: 'mode', sessionId }))).sessionIds).toBe(
      2,
    );
  });

  test('times span from the earliest to the latest, not from the first line to the last [G5]', () => {
    const times = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'never', '2026-01-03T00:00:00Z'];
    const { firstTimestamp, lastTimestamp } = survey(times.map((timestamp) => ({ type: 'user', timestamp })));
    expect([firstTimestamp, lastTimestamp]).toEqual([times[1], times[3]]);
  });
});

describe('counts of values', () => {
  test('[E1] entry types, unknown ones beside them; a missing or odd type is (none)', () => {
    const { entryTypes, unknownTypes } = survey([
      { type: 'user' },
      { type: 'user' },
      { type: 'new' },
      { type: 5 },
      {},
    ]);
    expect(entryTypes).toEqual({ user: 2, '(none)': 2, new: 1 });
    expect(unknownTypes).toEqual({ '(none)': 2, new: 1 });
  });

  test('[E2] system subtypes, attachment and progress kinds; a missing one is (none)', () => {
    const counted = survey([
      { type: 'system', subtype: 'api_error' },
      { type: 'system' },
      { type: 'attachment', attachment: { type: 'file' } },
      { type: 'attachment' },
      { type: 'progress', data: { type: 'bash_progress' } },
      { type: 'progress', data: null },
      { type: 'user', subtype: 'no system entry' },
    ]);
    expect(counted.systemSubtypes).toEqual({ api_error: 1, '(none)': 1 });
    expect(counted.attachmentTypes).toEqual({ file: 1, '(none)': 1 });
    expect(counted.progressTypes).toEqual({ bash_progress: 1, '(none)': 1 });
  });

  test('[M4] stop reasons and models over assistant entries; null and missing are `null`', () => {
    const { stopReasons, models } = survey([
      assistant({ stop_reason: 'end_turn', model: 'm' }),
      assistant({ stop_reason: null, model: 'm' }),
      assistant({}),
      { type: 'assistant' },
      user('x', { message: { role: 'user', stop_reason: 'end_turn', model: 'other' } }),
    ]);
    expect(stopReasons).toEqual({ null: 3, end_turn: 1 });
    expect(models).toEqual({ m: 2 });
  });

  test('[M7] blocks of array contents by entry type; strings and what is no object have none', () => {
    const { contentBlocks } = survey([
      user('a string'),
      user([text('a'), result('t'), {}, 'word', null]),
      assistant({ content: [text('b'), use('t')] }),
      { type: 'system', message: { content: [text('not counted')] } },
    ]);
    expect(contentBlocks).toEqual({
      user: { text: 1, tool_result: 1, '(none)': 1 },
      assistant: { text: 1, tool_use: 1 },
    });
  });

  test('tools count tool_use blocks by name, also repeated and nameless ones', () => {
    const { tools } = survey([
      assistant({
        content: [use('a', 'Bash'), use('a', 'Bash'), use('b'), { type: 'server_tool_use', name: 'web' }],
      }),
      user([use('c', 'Read')]),
    ]);
    expect(tools).toEqual({ Bash: 2, '(none)': 1 });
  });

  test('versions count entries; compactions and sidechain entries too', () => {
    const { versions, compactions, sidechainEntries } = survey([
      { type: 'user', version: '2.0.1', isSidechain: true },
      { type: 'system', subtype: 'compact_boundary', version: '2.0.1' },
      { type: 'user', subtype: 'compact_boundary', isSidechain: 'true' },
    ]);
    expect({ versions, compactions, sidechainEntries }).toEqual({
      versions: { '2.0.1': 2 },
      compactions: 1,
      sidechainEntries: 1,
    });
  });

  test('a key named __proto__ is a key like others', () => {
    const { entryTypes } = survey([{ type: '__proto__' }, { type: 'constructor' }]);
    expect(JSON.stringify(entryTypes)).toBe('{"__proto__":1,"constructor":1}');
  });

  test('thousands of different types are counted as (other) beyond a bound', () => {
    const { entryTypes, entries } = survey(Array.from({ length: 10_500 }, (_, i) => ({ type: `t${i}` })));
    expect(entries).toBe(10_500);
    expect(entryTypes['(other)']).toBe(500);
  });
});

describe('[U3] turns by three rules', () => {
  const turns = (...lines: object[]) => survey(lines).turns;

  test('a typed string is a prompt, and neither of the seeds’ turns', () => {
    expect(turns(user('hello'))).toEqual({ prompts: 1, boundary: 0, textOnly: 0 });
  });

  test('an array with text is all three', () => {
    expect(turns(user([text('hello')]))).toEqual({ prompts: 1, boundary: 1, textOnly: 1 });
  });

  test('empty text opens no boundary turn, but is text', () => {
    expect(turns(user([text('  ')]))).toEqual({ prompts: 0, boundary: 0, textOnly: 1 });
  });

  test('text beside a tool result opens a boundary turn only', () => {
    expect(turns(user([text('hello'), result('t')]))).toEqual({ prompts: 0, boundary: 1, textOnly: 0 });
  });

  test('meta text opens a boundary turn only', () => {
    expect(turns(user([text('hello')], { isMeta: true }))).toEqual({ prompts: 0, boundary: 1, textOnly: 0 });
  });

  test('the boundary rule goes by the message’s role, and by user and assistant entries alone', () => {
    const message = { role: 'user', content: [text('hello')] };
    expect(turns({ type: 'assistant', message }, { type: 'progress', message })).toEqual({
      prompts: 0,
      boundary: 1,
      textOnly: 0,
    });
  });
});

describe('[T1] tool calls', () => {
  test('are paired by distinct ids in either order, and orphans are listed as they come', () => {
    const { toolCalls } = survey([
      assistant({ content: [use('a'), use('b'), use('a'), use(7)] }),
      user([result('late'), result('b'), result('b'), result('x')]),
      assistant({ content: [use('late'), use('c')] }),
    ]);
    expect(toolCalls).toEqual({
      uses: 4,
      results: 3,
      paired: 2,
      orphanUses: ['a', 'c'],
      orphanResults: ['x'],
    });
  });

  test('a use in a user entry and a result in an assistant entry are none', () => {
    const { toolCalls } = survey([user([use('a')]), assistant({ content: [result('a')] })]);
    expect([toolCalls.uses, toolCalls.results]).toEqual([0, 0]);
  });
});

describe('[M1] messages', () => {
  test('distinct ids of assistant entries, and those on more than one line, adjacent or not [M5]', () => {
    const { messages } = survey([
      assistant({ id: 'm1' }),
      assistant({ id: 'm2' }),
      assistant({ id: 'm1' }),
      assistant({ id: 'm1' }),
      assistant({}),
      { type: 'user', message: { id: 'm3' } },
    ]);
    expect(messages).toEqual({ assistant: 2, spanning: 1 });
  });
});

describe('[G1] chain', () => {
  test('counts roots, previous and other parents of linked entries', () => {
    const { chain } = survey([
      link('a', null),
      link('b', 'a'),
      { type: 'summary' },
      link('c', 'b'),
      link('d', 'b'),
      { type: 'system', uuid: 'e' },
      { type: 'system', uuid: null, parentUuid: 'a' },
    ]);
    expect(chain).toEqual({
      linked: 5,
      parentIsPrevious: 2,
      parentIsNotPrevious: 1,
      roots: 2,
      dangling: 0,
      forks: 0,
      leaves: 3,
      duplicateUuids: 0,
    });
  });

  test('[G5] [G6] a parent may stand later in the file; one that never comes is dangling', () => {
    const { chain } = survey([link('a', 'later'), link('later', 'never'), link('b', 'never')]);
    expect([chain.dangling, chain.parentIsNotPrevious, chain.leaves]).toEqual([2, 3, 2]);
  });

  test('repeated uuids are linked entries, and one leaf', () => {
    const { chain } = survey([link('a', null), link('b', 'a'), link('b', 'a'), link('b', 'b')]);
    expect([chain.linked, chain.duplicateUuids, chain.leaves, chain.roots]).toEqual([4, 2, 0, 1]);
  });

  test('[G6] a cycle ends', () => {
    const { chain } = survey([link('a', 'b'), link('b', 'a'), link('c', 'c')]);
    expect([chain.linked, chain.leaves, chain.roots]).toEqual([3, 0, 0]);
  });
});

describe('[G3] forks', () => {
  const forks = (...lines: object[]) => survey([link('a', null), ...lines]).chain.forks;
  const prompt = (uuid: string, words: string, timestamp?: string) =>
    link(uuid, 'a', user(words, { timestamp }));
  const answer = (uuid: string) => link(uuid, 'a', assistant({}));

  test('two prompts, or a prompt and an answer', () => {
    expect(forks(prompt('b', 'one'), prompt('c', 'two'))).toBe(1);
    expect(forks(answer('b'), prompt('c', 'two'))).toBe(1);
    expect(forks(prompt('b', 'one'), answer('c'), prompt('d', 'two'), answer('e'))).toBe(1);
  });

  test('parallel answers, results, progress and meta entries beside anything are none', () => {
    expect(forks(answer('b'), answer('c'))).toBe(0);
    expect(
      forks(prompt('b', 'one'), link('c', 'a', user([result('t')])), link('d', 'a', { type: 'progress' })),
    ).toBe(0);
    expect(forks(prompt('b', 'one'), link('c', 'a', user('x', { isMeta: true })))).toBe(0);
  });

  test('one entry logged twice is one child', () => {
    expect(forks(prompt('b', 'one'), prompt('b', 'two'), prompt('b', 'three'))).toBe(0);
  });

  test('[G8] one prompt logged again at the same moment is none, with other words it is one', () => {
    const moment = '2026-01-01T00:00:00.000Z';
    expect(forks(prompt('b', 'one', moment), prompt('c', 'one', moment))).toBe(0);
    expect(forks(prompt('b', 'one', moment), prompt('c', 'one', moment), prompt('d', 'two', moment))).toBe(1);
    expect(forks(prompt('b', 'one', moment), prompt('c', 'one', moment), answer('d'))).toBe(1);
    expect(forks(prompt('b', 'one'), prompt('c', 'one'))).toBe(1);
  });

  test('[G8] a copy with nothing but its image is the same prompt, and makes none of two others', () => {
    const moment = '2026-01-01T00:00:00.000Z';
    const image = link('i', 'a', user([{ type: 'image', source: {} }], { timestamp: moment }));
    expect(forks(image, prompt('b', 'one', moment))).toBe(0);
    expect(forks(prompt('b', 'one', moment), image)).toBe(0);
    expect(forks(image, prompt('b', 'one', moment), prompt('c', 'two', moment))).toBe(1);
  });

  test('a parent that is not in the file is no fork, and roots are no siblings', () => {
    expect(survey([link('b', 'gone', user('one')), link('c', 'gone', user('two'))]).chain.forks).toBe(0);
    expect(survey([link('b', null, user('one')), link('c', null, user('two'))]).chain.forks).toBe(0);
  });

  test('prompts below one parent, however many, take no square of time', () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => prompt(`p${i}`, 'same', 'same moment'));
    expect(forks(...lines)).toBe(0);
    expect(growthOf(1500, (size) => forks(...lines.slice(0, size)))).toBeLessThan(NOT_QUADRATIC);
  });
});
