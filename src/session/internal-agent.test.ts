import { describe, expect, test } from 'vitest';
import { agent, answerLine, link, PROMPT, promptLine, TASK, told } from './agents.fixture.ts';
import { resultLine } from './entries-of.fixture.ts';

describe('what no call started', () => {
  test('[F4] warm-ups and helpers of the client are internal, with the reason', () => {
    const tree = link(
      [PROMPT],
      [
        agent('w1', [promptLine('Warmup', { isSidechain: true }), answerLine('m1', 3)]),
        agent('w2', [answerLine('m2', 3)]),
        agent('aprompt_suggestion-1f', [promptLine('x')]),
        agent('acompact-1f', [promptLine('x')]),
        agent('aside_question-1f', [promptLine('x')]),
      ],
    );
    expect(told(tree.internal)).toEqual([
      ['w1', 'warm-up'],
      ['w2', 'warm-up-answer'],
      ['aprompt_suggestion-1f', 'prompt-suggestion'],
      ['acompact-1f', 'compaction'],
      ['aside_question-1f', 'side-question'],
    ]);
    expect(tree.internal.every((node) => (node.reason?.length ?? 0) > 20)).toBe(true);
    expect(tree.total.output).toBe(6);
  });

  test('an agent without its prompt is no warm-up when a call names it', () => {
    const main = [PROMPT, TASK, resultLine('t1', 'x', { agentId: 'w2' })];
    expect(told(link(main, [agent('w2', [answerLine('m2', 3)])]).all)).toEqual([['w2', 'agentId']]);
  });

  test('each unlinked agent has its reason', () => {
    const foreign = agent('f', [promptLine('x', { sessionId: 'other' })]);
    const tree = link([PROMPT], [agent('e', []), foreign, agent('n', [promptLine('x')])]);
    expect(told(tree.unlinked)).toEqual([
      ['e', 'empty'],
      ['f', 'other-session'],
      ['n', 'no-call'],
    ]);
    expect(told(link([], [agent('n', [promptLine('x')])]).unlinked)).toEqual([['n', 'no-session']]);
  });
});
