import { describe, expect, test } from 'vitest';
import { agent, answerLine, link, PROMPT, promptLine, TASK, told } from './agents.fixture.ts';
import { resultLine, useLine } from './entries-of.fixture.ts';

describe('embedded agents', () => {
  const side = (uuid: string, parentUuid: string | null, more: object) => ({
    uuid,
    parentUuid,
    isSidechain: true,
    ...more,
  });

  test('[F2] agents in the main file are parted by their roots, also when they run interleaved', () => {
    const tree = link([
      PROMPT,
      TASK,
      useLine('t2', 'Task', { prompt: 'dig' }),
      promptLine('look', side('s1', null, {})),
      promptLine('dig', side('d1', null, {})),
      answerLine('m1', 3, side('s2', 's1', {})),
      answerLine('m2', 4, side('d2', 'd1', {})),
      resultLine('t1', 'ok'),
      resultLine('t2', 'ok'),
    ]);
    expect(
      tree.children.map((node) => [node.call?.id, node.linkedBy, node.source, node.entries.length]),
    ).toEqual([
      ['t1', 'prompt', 'embedded', 2],
      ['t2', 'prompt', 'embedded', 2],
    ]);
    expect(tree.main.entries).toHaveLength(5);
    expect([tree.own.output, tree.total.output]).toEqual([0, 7]);
  });

  test('a file of sidechain entries only is a thread of its own', () => {
    const tree = link([promptLine('look', side('s1', null, {})), answerLine('m1', 3, side('s2', 's1', {}))]);
    expect(tree.main.entries).toHaveLength(2);
    expect(tree.all).toEqual([]);
  });

  test('[F2] an agent inside the file of another is parted from it', () => {
    const inside = [
      promptLine('look', { agentId: 'x1' }),
      useLine('t2', 'Task', { prompt: 'dig' }, { agentId: 'x1' }),
      promptLine('dig', { agentId: 'x1' }),
      promptLine('other', { agentId: 'x9', uuid: 'other' }),
    ];
    const main = [PROMPT, TASK, resultLine('t1', 'x', { agentId: 'x1' })];
    const tree = link(main, [agent('x1', inside)]);
    expect(tree.children[0]?.entries).toHaveLength(2);
    expect(tree.children[0]?.children.map((node) => [node.linkedBy, node.prompt])).toEqual([
      ['prompt', 'dig'],
    ]);
    expect(told(tree.unlinked)).toEqual([['x9', 'no-call']]);
  });
});
