import { describe, expect, test } from 'vitest';
import { assistant, result, survey, surveyText, text, use, user } from './survey-lines.fixture.ts';

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
