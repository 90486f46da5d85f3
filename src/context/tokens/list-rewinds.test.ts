import { expect, test } from 'vitest';
import { activeBranch, readConversation, type Thread } from '../../session/session.ts';
import { listRewinds } from './list-rewinds.ts';
import { measureRequests } from './measure-requests.ts';
import { answer, prompt, text, threadOf } from './talk-of.fixture.ts';

const rewinds = (thread: Thread, branch = activeBranch(thread)): (string | undefined)[] => {
  if (!branch) return [];
  const requests = measureRequests(readConversation(thread, branch));
  return [...listRewinds(branch, requests)].map(({ message }) => message.id);
};

const start = [prompt('go'), answer('m1', text('ok'), { context: 20_000 })];

test('[G3] the first request of a second way is a rewind', () => {
  const thread = threadOf(
    ...start,
    prompt('one way'),
    answer('m2', text('ok'), { context: 20_020 }),
    prompt('another way', { parentUuid: 'u1' }),
    answer('m3', text('ok'), { context: 20_030 }),
    prompt('further'),
    answer('m4', text('ok'), { context: 20_040 }),
  );
  expect(rewinds(thread)).toEqual(['m3']);
  // The way that was tried first is none.
  expect(rewinds(thread, thread.branches[0])).toEqual([]);
});

test('a straight talk has none', () => {
  expect(rewinds(threadOf(...start, prompt('on'), answer('m2', text('ok'), { context: 20_020 })))).toEqual(
    [],
  );
});
