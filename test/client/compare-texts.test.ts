// Tests the judge itself: what it lets pass between a source and its clone, and what it must never let pass.
import { expect, test } from 'vitest';
import type { RequestBlock, RequestMessage } from './api-script.ts';
import { compareTexts, isCall, isThinking } from './compare-texts.ts';
import { RESUME_PROMPT, type Resumed } from './resume.ts';

const COPY = {};
const NO_CALLS = { removes: isCall };
const EXCERPT = { excerpt: true };

const c = call('c');
const d = call('d');
const e = call('e');
const THOUGHT: RequestBlock = { type: 'thinking', thinking: 'Let me see', signature: 'c2lnbmF0dXJl' };

/** Three parallel calls, as every client sends them that reads a chain. */
const chain: Resumed = talk([THOUGHT, c.use, d.use, e.use], [c.result, d.result, e.result]);
/** As a client sends them that takes two of them back [R10]. */
const takenBack: Resumed = talk([THOUGHT, c.use, d.use, e.use], [c.result, e.result, d.result]);

test('a clone that is sent as its source is holds the law', () => {
  expect(compareTexts(inNewest(chain), chain, COPY)).toEqual([]);
  expect(compareTexts(inOlder(chain), chain, COPY)).toEqual([]);
});

test('[R10] an older client may send the results of one message of the clone in the order of the newest', () => {
  expect(compareTexts(inOlder(takenBack), chain, COPY)).toEqual([]);
  const behind = talk([THOUGHT, d.use, c.use, e.use], [c.result, e.result, d.result]);
  expect(compareTexts(inOlder(behind), chain, COPY)).toEqual([]);
});

test('[R10] in an order that neither client has, results are swapped', () => {
  const swapped = talk([THOUGHT, c.use, d.use, e.use], [e.result, d.result, c.result]);
  expect(compareTexts(inOlder(takenBack), swapped, COPY)).toEqual(['another order']);
  expect(compareTexts(inOlder(chain), takenBack, COPY)).toEqual(['another order']);
});

test('[R10] in the newest client results that are swapped are another order', () => {
  expect(compareTexts(inNewest(chain), takenBack, COPY)).toEqual(['another order']);
  expect(compareTexts(inNewest(takenBack), chain, COPY)).toEqual(['another order']);
});

test('[R10] nothing goes from one message to another, whatever the newest client does', () => {
  const apart = (first: RequestBlock, second: RequestBlock) =>
    request(
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: [c.use] },
      { role: 'user', content: [first] },
      { role: 'assistant', content: [d.use] },
      { role: 'user', content: [second] },
    );
  const source = { own: apart(c.result, d.result), newest: apart(d.result, c.result) };
  expect(compareTexts(source, apart(d.result, c.result), COPY)).toEqual(['another order']);
});

test('[R10] words of the user keep their place among results', () => {
  const words: RequestBlock = { type: 'text', text: 'And one more' };
  const own = talk([c.use, d.use], [words, d.result, c.result]);
  const newest = talk([c.use, d.use], [c.result, d.result, words]);
  expect(compareTexts({ own, newest }, talk([c.use, d.use], [words, c.result, d.result]), COPY)).toEqual([]);
  expect(compareTexts({ own, newest }, newest, COPY)).toEqual(['another order']);
});

test('a text that is lost, revived, or there once more than in the source is found', () => {
  const poorer = talk([THOUGHT, c.use, d.use, e.use], [c.result, d.result]);
  expect(compareTexts(inNewest(chain), poorer, COPY)).toEqual([expect.stringMatching(/^lost 1: .*out e/)]);
  expect(compareTexts(inNewest(poorer), chain, COPY)).toEqual([expect.stringMatching(/^revived 1: .*out e/)]);
  const twice = talk([THOUGHT, c.use, d.use, e.use], [c.result, d.result, e.result, e.result]);
  expect(compareTexts(inNewest(chain), twice, COPY)).toEqual([expect.stringMatching(/^revived 1: .*out e/)]);
  expect(compareTexts(inNewest(twice), chain, COPY)).toEqual(['another order']);
});

test('[R2] what only the newest client reads of the source is no revival', () => {
  const poorer = talk([THOUGHT, e.use], [e.result]);
  expect(compareTexts({ own: poorer, newest: chain }, chain, COPY)).toEqual([]);
});

test('texts that are swapped across messages are another order', () => {
  const said = (...words: string[]) =>
    request(
      ...words.map((text, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content: text }) as const),
    );
  const source = said('One', 'Two', 'Three', 'Four');
  expect(compareTexts(inNewest(source), said('Three', 'Two', 'One', 'Four'), COPY)).toEqual([
    'another order',
  ]);
  expect(compareTexts(inOlder(source), said('One', 'Four', 'Three', 'Two'), COPY)).toEqual(['another order']);
});

test('what a cut may take away is whole or gone', () => {
  expect(compareTexts(inNewest(chain), talk([THOUGHT, e.use], [e.result]), NO_CALLS)).toEqual([]);
  const changed = talk([THOUGHT, e.use], [{ ...e.result, content: 'other' }]);
  expect(compareTexts(inNewest(chain), changed, NO_CALLS)).not.toEqual([]);
  const torn = talk(
    [{ ...THOUGHT, thinking: 'Let me' }, c.use, d.use, e.use],
    [c.result, d.result, e.result],
  );
  expect(compareTexts(inNewest(chain), torn, { removes: isThinking })).toEqual([
    expect.stringMatching(/^revived 1: .*Let me/),
  ]);
});

test('an excerpt is one stretch of whole turns', () => {
  const turns = (...numbers: number[]) => request(...numbers.flatMap(turnOf));
  const source = inNewest(turns(1, 2, 3));
  expect(compareTexts(source, turns(1, 2), EXCERPT)).toEqual([]);
  expect(compareTexts(source, turns(2, 3), EXCERPT)).toEqual([]);
  const broken = ['not one stretch of whole turns of the source'];
  expect(compareTexts(source, turns(1, 3), EXCERPT)).toEqual(broken);
  expect(compareTexts(source, turns(), EXCERPT)).toEqual(broken);
  const half = request({ role: 'user', content: 'Question 1' }, { role: 'assistant', content: 'Answer 1' });
  expect(compareTexts(source, half, EXCERPT)).toEqual(broken);
});

test('[R2] an older client sends of an excerpt what only it sends, in its place, and all that the newest reads', () => {
  const turns = (...numbers: number[]) =>
    request(...numbers.flatMap(turnOf), { role: 'assistant', content: [THOUGHT] });
  const source = { own: turns(2, 3), newest: request(...[1, 2, 3].flatMap(turnOf)) };
  expect(compareTexts(source, turns(1, 2, 3), EXCERPT)).toEqual([]);
  const broken = ['not one stretch of whole turns of the source'];
  expect(compareTexts(source, turns(1, 3), EXCERPT)).toEqual(broken);
  expect(compareTexts(source, turns(1, 2), EXCERPT)).toEqual(broken);
});

test('[resume R11] a thought that the newest client reads and does not send is no revival in an older one', () => {
  const source = talk([c.use], [c.result]);
  const clone = talk([THOUGHT, c.use], [c.result]);
  const requests = { own: source, newest: { ...source, ms: 1 } };
  expect(compareTexts(requests, clone, COPY)).toEqual([expect.stringMatching(/^revived 1: .*Let me see/)]);
  expect(compareTexts({ ...requests, passed: new Set(['Let me see']) }, clone, COPY)).toEqual([]);
});

function inNewest(own: Resumed) {
  return { own, newest: own };
}

/** The newest client reads the chain. */
function inOlder(own: Resumed) {
  return { own, newest: { ...chain, ms: own.ms } };
}

function turnOf(n: number): RequestMessage[] {
  return [
    { role: 'user', content: `Question ${n}` },
    { role: 'assistant', content: `Answer ${n}\n\nMore of ${n}` },
  ];
}

function call(id: string): { readonly use: RequestBlock; readonly result: RequestBlock } {
  return {
    use: { type: 'tool_use', id, name: 'Bash', input: { command: `echo ${id}` } },
    result: { type: 'tool_result', tool_use_id: id, content: `out ${id}` },
  };
}

function talk(answer: readonly RequestBlock[], results: readonly RequestBlock[]): Resumed {
  return request(
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: answer },
    { role: 'user', content: results },
    { role: 'assistant', content: 'Done' },
  );
}

function request(...messages: readonly RequestMessage[]): Resumed {
  const all = [...messages, { role: 'user', content: RESUME_PROMPT } as const];
  return { kind: 'sent', body: { model: 'any', messages: all } as never, ms: 0 };
}
