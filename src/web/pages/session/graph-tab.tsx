// Graph: which way did it go? One row a turn; agents, compactions and what was left behind between them.
import '../../styles/graph.css';
import '../../styles/graph-app.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { GraphAnswer } from '../../../server/api.ts';
import { readApi } from '../../data/api-client.ts';
import { useSession } from '../../data/session-context.ts';
import { Empty, Failure } from '../../widgets/states.tsx';
import { GraphView } from './graph/graph-view.tsx';
import { useGrowth } from './timeline/use-growth.ts';

export function GraphTab(): JSX.Element {
  const { source } = useSession();
  const [graph, setGraph] = useState<GraphAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(() => {
    setFailure(undefined);
    readApi('GET /api/sessions/:key/graph', { parts: { key: source.key } }).then(setGraph, setFailure);
  }, [source]);
  useEffect(load, [load]);
  useGrowth(source, () =>
    readApi('GET /api/sessions/:key/graph', { parts: { key: source.key } }).then(setGraph, () => undefined),
  );
  if (failure !== undefined) {
    return (
      <main class="wrap" id="main">
        <Failure error={failure} retry={load} title="The graph could not be drawn" />
      </main>
    );
  }
  if (!graph) {
    return (
      <main class="gr" id="main" aria-busy="true">
        <div class="gr-list" />
        <aside class="gr-side" aria-label="About the graph" />
      </main>
    );
  }
  if (graph.page.total === 0) {
    return (
      <main class="wrap" id="main">
        <Empty title="No turn in this session yet">
          <p>The thread begins with the first prompt.</p>
        </Empty>
      </main>
    );
  }
  return <GraphView graph={graph} />;
}
