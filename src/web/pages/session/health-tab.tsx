// Health: will it resume, what is lost, what mends it?
import '../../styles/health.css';
import '../../styles/health-app.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { HealthAnswer } from '../../../server/api.ts';
import { readApi } from '../../data/api-client.ts';
import { useSession } from '../../data/session-context.ts';
import { Failure } from '../../widgets/states.tsx';
import { ClientTable } from './health/client-table.tsx';
import { HealthFinding } from './health/health-finding.tsx';
import { HealthThread } from './health/health-thread.tsx';
import { MendPanel } from './health/mend-panel.tsx';
import { PassedList } from './health/passed-list.tsx';
import { ProblemList } from './health/problem-list.tsx';

export function HealthTab(): JSX.Element {
  const { source } = useSession();
  const [health, setHealth] = useState<HealthAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(() => {
    setFailure(undefined);
    readApi('GET /api/sessions/:key/health', { parts: { key: source.key } }).then(setHealth, setFailure);
  }, [source]);
  useEffect(load, [load]);
  if (failure !== undefined) {
    return (
      <main class="wrap health" id="main">
        <Failure error={failure} retry={load} title="The session could not be checked" />
      </main>
    );
  }
  if (!health) {
    return (
      <main class="wrap health" id="main" aria-busy="true">
        <p class="finding quiet">Checking every line against the rules of the format and of the API.</p>
      </main>
    );
  }
  return (
    <main class="wrap health" id="main">
      <HealthFinding health={health} />
      <div class="two">
        <div>
          <HealthThread health={health} />
          <ProblemList health={health} />
          <MendPanel health={health} />
        </div>
        <aside class="data">
          <ClientTable health={health} />
          <PassedList passed={health.passed} />
        </aside>
      </div>
    </main>
  );
}
