// What the survey counts across lines: turns, calls with results, messages, chains, forks.
import { describe, expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from '../base/growth.fixture.ts';
import { assistant, link, result, survey, text, use, user } from './survey-lines.fixture.ts';

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
