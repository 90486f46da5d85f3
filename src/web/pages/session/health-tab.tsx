// Health: will it resume, what is lost, what mends it?
import '../../styles/health.css';
import '../../styles/health-app.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HealthMoreAnswer } from '../../../server/api.ts';
import { readApi } from '../../data/api-client.ts';
import { useSession } from '../../data/session-context.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { FailedPage } from '../../widgets/states.tsx';
import { ClientTable } from './health/client-table.tsx';
import { HealthFinding } from './health/health-finding.tsx';
import { HealthThread } from './health/health-thread.tsx';
import { MendPanel } from './health/mend-panel.tsx';
import { PassedList } from './health/passed-list.tsx';
import { ProblemList } from './health/problem-list.tsx';
import { withMends } from './health/with-mends.ts';

export function HealthTab(): JSX.Element {
  const { source } = useSession();
  const { answer: health, failure, load } = useAnswer('GET /api/sessions/:key/health');
  const [more, setMore] = useState<HealthMoreAnswer>();
  const [untried, setUntried] = useState<unknown>();
  // What takes longer is asked for once the problems are there: they are what one came for.
  const found = health !== undefined;
  useEffect(() => {
    if (!found) return;
    const parts = { key: source.key };
    readApi('GET /api/sessions/:key/health/more', { parts }).then(setMore, setUntried);
  }, [found, source]);
  // A very long session that was still being read has the turns of its problems now.
  useEffect(
    () => source.watch?.((event) => event.type === 'sessionReady' && event.what === 'model' && void load()),
    [source, load],
  );
  if (!health) {
    return failure === undefined ? (
      <main class="wrap health" id="main" aria-busy="true">
        <p class="finding quiet">Checking every line against the rules of the format and of the API.</p>
      </main>
    ) : (
      <FailedPage className="health" error={failure} retry={load} title="The session could not be checked" />
    );
  }
  const shown = withMends(health, more);
  return (
    <main class="wrap health" id="main">
      <HealthFinding health={shown} more={more} untried={untried !== undefined} />
      <div class="two">
        <div>
          {more && <HealthThread more={more} />}
          <ProblemList health={shown} />
          <MendPanel health={shown} />
        </div>
        <aside class="data">
          <ClientTable more={more} failure={untried} />
          <PassedList passed={health.passed} />
        </aside>
      </div>
    </main>
  );
}
