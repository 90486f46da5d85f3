// The keys of the graph.
import type { GraphAnswer, GraphGoal } from '../../../../server/api.ts';
import { useKeys } from '../../../data/keys.ts';
import { hrefWith, replaceRoute, route } from '../../../data/route.ts';

interface GraphKeys {
  readonly graph: GraphAnswer;
  readonly walk: (by: 1 | -1) => void;
  readonly jump: (go: 'next' | 'previous', goal: GraphGoal) => void;
  readonly toggle: () => void;
  readonly toggleTable: () => void;
  readonly open: () => void;
}

export function useGraphKeys({ graph, walk, jump, toggle, toggleTable, open }: GraphKeys): void {
  const turnBranch = (by: 1 | -1) => {
    const { branches } = graph;
    const { branch } = route.peek().params;
    const now = branches.findIndex((one) =>
      branch === undefined ? one.active : String(one.number) === branch,
    );
    const next = branches[(now + by + branches.length) % branches.length];
    if (next)
      replaceRoute(
        hrefWith({ branch: next.active ? undefined : next.number, turn: undefined, line: undefined }),
      );
  };
  const pair = (key: string, goal: GraphGoal) => [
    { key, title: `Next ${goal}`, run: () => jump('next', goal) },
    { key: `shift+${key}`, title: `Previous ${goal}`, run: () => jump('previous', goal) },
  ];
  useKeys('Graph', [
    { key: 'j', title: 'Next row', run: () => walk(1) },
    { key: 'k', title: 'Previous row', run: () => walk(-1) },
    { key: 'ArrowDown', title: 'Next row', run: () => walk(1) },
    { key: 'ArrowUp', title: 'Previous row', run: () => walk(-1) },
    { key: 'o', title: 'Messages of the row', run: toggle },
    ...pair('e', 'error'),
    ...pair('a', 'agent'),
    ...pair('c', 'compaction'),
    { key: '[', title: 'Branch before', run: () => turnBranch(-1) },
    { key: ']', title: 'Branch after', run: () => turnBranch(1) },
    { key: 't', title: 'Table behind the graph', run: toggleTable },
    { key: 'Enter', title: 'Open in the transcript', run: open },
  ]);
}
