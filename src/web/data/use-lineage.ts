// The lineage of the open session: where it comes from and what was made of it; undefined until it is known.
import { useEffect, useState } from 'preact/hooks';
import type { LineageAnswer, LineageNode } from '../../server/api.ts';
import { readApi } from './api-client.ts';
import { useSession } from './session-context.ts';

interface LineageStep {
  readonly node: LineageNode;
  readonly depth: number;
}

/** The tree as lines, each behind the one it was made of. Without recursion: a chain of copies of copies may be long. */
export function listLineage(tree: LineageNode): LineageStep[] {
  const steps: LineageStep[] = [];
  const open: LineageStep[] = [{ node: tree, depth: 0 }];
  for (let step = open.pop(); step; step = open.pop()) {
    steps.push(step);
    for (const child of step.node.children.toReversed()) open.push({ node: child, depth: step.depth + 1 });
  }
  return steps;
}

/** Read anew whenever `changes` counts up. Pages are whole without it, so that a failure only leaves it out. */
export function useLineage(changes = 0): LineageAnswer | undefined {
  const { source } = useSession();
  const [answer, setAnswer] = useState<LineageAnswer>();
  useEffect(() => {
    let current = true;
    readApi('GET /api/sessions/:key/lineage', { parts: { key: source.key } }).then(
      (lineage) => current && setAnswer(lineage),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [source, changes]);
  return answer;
}
