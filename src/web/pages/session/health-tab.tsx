// Health: will it resume, what is lost, what mends it?
import '../../styles/health.css';
import '../../styles/health-app.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { HealthAnswer, HealthMoreAnswer } from '../../../server/api.ts';
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
  const [more, setMore] = useState<HealthMoreAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(() => {
    setFailure(undefined);
    readApi('GET /api/sessions/:key/health', { parts: { key: source.key } }).then(setHealth, setFailure);
  }, [source]);
  useEffect(load, [load]);
  // What takes longer is asked for once the problems are there: they are what one came for.
  const found = health !== undefined;
  useEffect(() => {
    if (!found) return;
    const parts = { key: source.key };
    readApi('GET /api/sessions/:key/health/more', { parts }).then(setMore, () => undefined);
  }, [found, source]);
  // A very long session that was still being read has the turns of its problems now.
  useEffect(
    () => source.watch?.((event) => event.type === 'sessionReady' && event.what === 'model' && load()),
    [source, load],
  );
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
  const shown = withMends(health, more);
  return (
    <main class="wrap health" id="main">
      <HealthFinding health={shown} more={more} />
      <div class="two">
        <div>
          {more && <HealthThread more={more} />}
          <ProblemList health={shown} />
          <MendPanel health={shown} />
        </div>
        <aside class="data">
          <ClientTable more={more} />
          <PassedList passed={health.passed} />
        </aside>
      </div>
    </main>
  );
}

function withMends(health: HealthAnswer, more: HealthMoreAnswer | undefined): HealthAnswer {
  if (!more || more.mendedLines.length === 0) return health;
  const lines = new Set(more.mendedLines);
  return {
    ...health,
    problems: health.problems.map((one) => (lines.has(one.line) ? { ...one, mendable: true } : one)),
  };
}
