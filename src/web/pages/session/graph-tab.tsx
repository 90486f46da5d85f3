// Graph: which way did it go? One row a turn; agents, compactions and what was left behind between them.
import '../../styles/graph.css';
import '../../styles/graph-app.css';
import type { JSX } from 'preact';
import { useSession } from '../../data/session-context.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { useGrowth } from '../../data/use-growth.ts';
import { Empty, FailedPage } from '../../widgets/states.tsx';
import { GraphView } from './graph/graph-view.tsx';

export function GraphTab(): JSX.Element {
  const { source } = useSession();
  const { answer: graph, failure, load } = useAnswer('GET /api/sessions/:key/graph');
  useGrowth(source, load);
  if (!graph) {
    return failure === undefined ? (
      <main class="gr" id="main" aria-busy="true">
        <div class="gr-list" />
        <aside class="gr-side" aria-label="About the graph" />
      </main>
    ) : (
      <FailedPage error={failure} retry={load} title="The graph could not be drawn" />
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
