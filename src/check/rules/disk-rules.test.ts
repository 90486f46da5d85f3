import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { answer, log, rules, text, user } from '../small-session.fixture.ts';

describe('surroundings', () => {
  const bytes = log(user(1, null, 'hi'), answer(2, 1, [text('ho')]));
  const day = 86_400_000;
  const now = Date.UTC(2026, 5, 30);
  const kept = (age: number, days = 30, inUse = true) =>
    rules(bytes, {
      surroundings: { now, modified: now - age * day, retention: { days, basis: 'default', inUse } },
    });

  test('[F1] a file that the client deletes within a week is a warning; in a mere copy of a home a note', () => {
    expect(kept(10)).toEqual([]);
    expect(kept(22.9)).toEqual([]);
    expect(kept(23.1)).toEqual(['warning deleted-soon 0']);
    expect(kept(300)).toEqual(['warning deleted-soon 0']);
    expect(kept(300, 30, false)).toEqual(['note deleted-soon 0']);
    expect(kept(300, 99_999)).toEqual([]);
  });

  test('[R9] a file written a minute ago is live', () => {
    expect(rules(bytes, { surroundings: { now, modified: now - 60_000 } })).toEqual(['note live-session 0']);
  });

  test('[L1] half a last line of a live session is no warning', () => {
    const torn = encodeUtf8(`${new TextDecoder().decode(bytes)}{"type":"us`);
    expect(rules(torn)).toEqual(['warning torn-last-line 3']);
    expect(rules(torn, { surroundings: { now, modified: now - 1000 } })).toEqual([
      'note live-session 0',
      'note torn-last-line 3',
    ]);
  });

  test('[F3] an output whose file is gone is a warning, one that is there is not', () => {
    const saved = '/home/dev/.claude/projects/-x/s/tool-results/b1.txt';
    const log3 = log(
      user(1, null, 'hi'),
      answer(2, 1, [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }]),
      user(3, 2, [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }], {
        toolUseResult: { persistedOutputPath: saved },
      }),
      answer(4, 3, [text('ho')]),
    );
    const old = { now, modified: now - day };
    expect(rules(log3, { surroundings: { ...old, toolResults: new Set() } })).toEqual([
      'warning missing-tool-result 3',
    ]);
    expect(rules(log3, { surroundings: { ...old, toolResults: new Set(['b1.txt']) } })).toEqual([]);
  });

  test('[F3] a project index that misses the session is a note', () => {
    const old = { now, modified: now - day };
    expect(rules(bytes, { surroundings: { ...old, sessionsIndex: { lists: false } } })).toEqual([
      'note not-in-index 0',
    ]);
    expect(rules(bytes, { surroundings: { ...old, sessionsIndex: { lists: true } } })).toEqual([]);
  });
});
