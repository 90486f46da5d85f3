import { expect, test } from 'vitest';
import { measureRequests } from './measure-requests.ts';
import { answer, prompt, result, talkOf, text, use } from './talk-of.fixture.ts';

test('[K1] the context of a request is input, cache creation and cache read together', () => {
  const [request] = measureRequests(
    talkOf(prompt('hi'), answer('m1', text('hello'), { context: 900, read: 400, output: 7, hour: true })),
  );
  expect(request).toMatchObject({
    context: 900,
    cacheRead: 400,
    cacheWrite5m: 0,
    cacheWrite1h: 500,
    output: 7,
    outputFinal: true,
    turn: 1,
    position: 1,
  });
  expect(request?.first.line).toBe(2);
});

test('[M3] a message on several lines is one request, with the places of its first and last line', () => {
  const requests = measureRequests(
    talkOf(
      prompt('hi'),
      answer('m1', text('hello'), { context: 900, output: 1, stop: false }),
      answer('m1', use('t1', 'Read'), { context: 900, output: 80 }),
      result('t1', 'content'),
      answer('m2', text('done'), { context: 1100 }),
    ),
  );
  expect(
    requests.map(({ context, output, first, last }) => [context, output, first.line, last.line]),
  ).toEqual([
    [900, 80, 2, 3],
    [1100, 1, 5, 5],
  ]);
});

test('[M3] without a stop reason the output is only "at least"', () => {
  const talk = talkOf(prompt('hi'), answer('m1', text('hello'), { context: 900, output: 3, stop: false }));
  expect(measureRequests(talk)[0]?.outputFinal).toBe(false);
});

test('[M6] answers of the client itself, and figures that cannot be, are no requests', () => {
  const requests = measureRequests(
    talkOf(
      prompt('hi'),
      answer('m1', text('No response requested.'), { context: 0, model: '<synthetic>' }),
      answer('m2', text('uncounted'), { context: 0 }),
      answer('m3', text('negative'), { context: 50, read: -7 }),
      answer('m4', text('half'), { context: 50.5 }),
      answer('m5', text('counted'), { context: 50 }),
    ),
  );
  expect(requests.map(({ message }) => message.id)).toEqual(['m5']);
});
