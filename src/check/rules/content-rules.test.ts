import { describe, expect, test } from 'vitest';
import { answer, ID, log, rules, text, user } from '../small-session.fixture.ts';

describe('thinking and identity', () => {
  test('[R6] an empty signature is as bad as none', () => {
    const bytes = log(
      user(1, null, 'hi'),
      answer(2, 1, [{ type: 'thinking', thinking: 'hm', signature: '' }, text('well')]),
    );
    expect(rules(bytes)).toEqual(['error unsigned-thinking 2']);
  });

  test('[M7] an empty thinking text with its signature is sound', () => {
    const bytes = log(
      user(1, null, 'hi'),
      answer(2, 1, [{ type: 'thinking', thinking: '', signature: 'EqQ' }, text('well')]),
    );
    expect(rules(bytes)).toEqual([]);
  });

  test('[M1] an id that two requests share is a warning', () => {
    const bytes = log(
      user(1, null, 'hi'),
      answer(2, 1, [text('one')], { requestId: 'req_1' }),
      user(3, 2, 'go on'),
      {
        ...answer(4, 3, [text('two')], { requestId: 'req_2' }),
        message: answer(2, 1, [text('two')]).message,
      },
    );
    expect(rules(bytes)).toContain('warning shared-message-id 4');
  });

  test('[F1] a file named after another session', () => {
    const bytes = log(user(1, null, 'hi'), answer(2, 1, [text('ho')]));
    expect(rules(bytes, { sessionId: ID })).toEqual([]);
    expect(rules(bytes, { sessionId: `f${ID.slice(1)}` })).toEqual(['warning session-id-not-file-name 1']);
  });

  test('[G8] a uuid used again with other words is a warning', () => {
    const bytes = log(user(1, null, 'hi'), answer(2, 1, [text('a')]), answer(2, 1, [text('b')]));
    expect(rules(bytes)).toContain('warning duplicate-uuid 2');
  });
});
