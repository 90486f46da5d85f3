// Cut: what goes, what stays, what does it cost?
import '../../styles/cut.css';
import '../../styles/cut-app.css';
import type { JSX } from 'preact';
import { Refusal } from '../../../base/refusal.ts';
import type { CutOverview } from '../../../server/api.ts';
import { route } from '../../data/route.ts';
import { useSession } from '../../data/session-context.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { Empty, FailedPage } from '../../widgets/states.tsx';
import { CutBench } from './cut/cut-bench.tsx';

export function CutTab(): JSX.Element {
  const { source } = useSession();
  const { answer: overview, failure, load } = useAnswer('GET /api/sessions/:key/cut');
  if (isNothing(failure, overview)) {
    return (
      <main class="wrap" id="main">
        <Empty title="There is nothing to cut">
          <p>A resume of this session would send nothing.</p>
        </Empty>
      </main>
    );
  }
  if (!overview) {
    return failure === undefined ? (
      <WaitingBench />
    ) : (
      <FailedPage error={failure} retry={load} title="What can be cut could not be measured" />
    );
  }
  // Another end is another bench: what is ticked comes along in the address.
  const { branch, leaf } = route.value.params;
  return <CutBench key={`${source.key} ${branch} ${leaf}`} overview={overview} />;
}

const NOTHING: ReadonlySet<string> = new Set(['nothing-left', 'nothing-to-resume']);

function isNothing(failure: unknown, overview: CutOverview | undefined): boolean {
  if (failure instanceof Refusal) return NOTHING.has(failure.code);
  return overview !== undefined && overview.tokens === 0 && overview.turns === 0;
}

function WaitingBench(): JSX.Element {
  return (
    <main class="cut" id="main" aria-busy="true">
      <section>
        <h2>What can go</h2>
        {[70, 52, 60, 44, 66, 38].map((width) => (
          <div key={width} class="cut-opt loading">
            <span />
            <span class="ghost" style={{ width: `${width}%` }} />
          </div>
        ))}
      </section>
      <section>
        <p class="finding quiet">Measuring what each part would free.</p>
      </section>
      <section>
        <h2>What goes</h2>
      </section>
    </main>
  );
}
