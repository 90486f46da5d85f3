import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import type { JsonObject } from '../../base/json.ts';
import { answer, check, log, rules, text, user } from '../small-session.fixture.ts';

describe('what a resume loads', () => {
  test('[R1] messages without any time: the client finds no conversation', () => {
    const { timestamp: _, ...bare } = user(1, null, 'hi');
    const { ok, problems, resume } = check(log(bare as JsonObject));
    expect(ok).toBe(false);
    expect(problems[0]).toMatchObject({ rule: 'not-resumable', severity: 'error', line: 1 });
    expect(resume).toEqual({ loads: 0, of: 1 });
  });

  test('[F4] an empty file, and one without messages, are notes', () => {
    expect(rules(encodeUtf8(''))).toEqual(['note empty-file 0']);
    expect(rules(log({ type: 'summary', summary: 'x', leafUuid: 'y' }))).toEqual(['note not-resumable 0']);
  });

  test('[R6] a conversation that begins with an answer is an error, and repair puts a prompt before it', () => {
    const bytes = log(answer(1, 9, [text('one')]), user(2, 1, 'second'), answer(3, 2, [text('two')]));
    expect(check(bytes).problems).toContainEqual(
      expect.objectContaining({
        rule: 'begins-with-answer',
        severity: 'error',
        line: 1,
        remedy: 'clew repair 01234567',
      }),
    );
    expect(rules(log(user(1, null, 'first'), answer(2, 1, [text('one')])))).toEqual([]);
  });

  test('[R12] clients that fail on an entry without a message, or read nothing behind null, are named', () => {
    const first = user(1, null, 'first');
    const found = (...lines: readonly JsonObject[]) =>
      check(log(...lines)).problems.find(({ rule }) => rule === 'older-clients-fail');
    const silent = { ...answer(2, 1, [text('one')]), message: null } as JsonObject;
    expect(found(first, silent, answer(3, 2, [text('two')]))).toMatchObject({
      severity: 'warning',
      message: 'Clients 1.0.60 to 2.1.233 would fail to resume it.',
      remedy: 'clew repair 01234567',
    });
    expect(found(first, answer(3, 1, [text('two')]))).toBeUndefined();
  });

  test('[R4] a gap of more than five seconds loses all before it, and says how much', () => {
    const bytes = log(
      user(1, null, 'first'),
      answer(2, 1, [text('one')]),
      user(3, 9, 'second'),
      answer(4, 3, [text('two')]),
    );
    const { problems, resume } = check(bytes);
    expect(problems[0]).toMatchObject({ rule: 'dangling-parent', severity: 'error', line: 3 });
    expect(problems[0]?.message).toContain(
      '2 entries before it cannot be loaded (resume loads 2 of 4 messages)',
    );
    expect(problems[0]?.remedy).toBe('clew repair 01234567');
    expect(resume).toEqual({ loads: 2, of: 4 });
  });

  test('[R3] a rewound branch is a note, with the way back', () => {
    const bytes = log(
      user(1, null, 'first'),
      answer(2, 1, [text('one')]),
      user(3, 2, 'left behind'),
      answer(4, 3, [text('two')]),
      user(5, 2, 'instead'),
      answer(6, 5, [text('three')]),
    );
    const { ok, problems } = check(bytes);
    expect(ok).toBe(true);
    expect(problems.find(({ rule }) => rule === 'unreachable-messages')).toMatchObject({
      severity: 'note',
      line: 4,
      remedy: 'clew clone 01234567 --branch u4 takes the newest of them.',
    });
  });

  test('[T1] a call left open at the very end is a note, in the middle a warning', () => {
    const call = (n: number, parent: number) =>
      answer(n, parent, [{ type: 'tool_use', id: `toolu_${n}`, name: 'Bash', input: {} }]);
    expect(rules(log(user(1, null, 'hi'), call(2, 1)))).toEqual(['note orphan-use 2']);
    const middle = log(user(1, null, 'hi'), call(2, 1), user(3, 2, 'go on'), answer(4, 3, [text('yes')]));
    expect(rules(middle)).toEqual(['warning orphan-use 2']);
  });
});

test('[G3] the branch to copy is named so that the command can be pasted, whatever its uuid is', () => {
  const bytes = log(
    user(1, null, 'first'),
    answer(2, 1, [text('one')]),
    user(3, 2, 'left', { uuid: '>x;y' }),
    { ...answer(4, 3, [text('left')]), uuid: '>x;z', parentUuid: '>x;y' },
    user(5, 2, 'taken'),
    answer(6, 5, [text('two')]),
  );
  const found = check(bytes).problems.find(({ rule }) => rule === 'unreachable-messages');
  expect(found?.remedy).toBe("clew clone 01234567 --branch '>x;z' takes the newest of them.");
});
