// Stats: where did money, tokens and hours go?
import '../styles/stats.css';
import '../styles/stats-app.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { StatsAnswer, StatsQuery } from '../../server/api.ts';
import { readApi } from '../data/api-client.ts';
import { useKeys } from '../data/keys.ts';
import { goTo, hrefWith, route } from '../data/route.ts';
import { Empty, Failure } from '../widgets/states.tsx';
import { BlockFigure } from './stats/block-figure.tsx';
import { HeatMap } from './stats/heat-map.tsx';
import { ModelTable } from './stats/model-table.tsx';
import { readPeriod } from './stats/period.ts';
import { ProjectTable } from './stats/project-table.tsx';
import { ReconcileTable } from './stats/reconcile-table.tsx';
import { SeriesFigure } from './stats/series-figure.tsx';
import { SessionCosts } from './stats/session-costs.tsx';
import { SPANS, type Span, StatsFinding, spanOf } from './stats/stats-finding.tsx';
import { ToolTable } from './stats/tool-table.tsx';
import { WaitingStats } from './stats/waiting-stats.tsx';
import { weekHourWords } from './stats/week-hour.ts';

/** What an answer was asked for: until the next one is there, its words go with its figures. */
interface Asked {
  readonly span: Span;
  readonly project: string | undefined;
  readonly model: string | undefined;
  readonly at: string | undefined;
}

export function StatsPage(): JSX.Element {
  const { span: name, in: bar, project, model, at: hour } = route.value.params;
  const at = weekHourWords(hour) === undefined ? undefined : hour;
  const span = useMemo(() => readPeriod(bar) ?? spanOf(name), [bar, name]);
  const [shown, setShown] = useState<{ answer: StatsAnswer; asked: Asked }>();
  const [failure, setFailure] = useState<unknown>();
  const [table, setTable] = useState(false);
  useKeys('Stats', [{ key: 't', title: 'Table behind the charts', run: () => setTable((on) => !on) }]);
  const load = useCallback(() => {
    const stop = new AbortController();
    setFailure(undefined);
    const ask = (again: boolean): Promise<void> => {
      const query = { ...queryOf(span, project, model, at), ...(again ? { again } : {}) };
      return readApi('GET /api/stats', { query, signal: stop.signal }).then((next) => {
        setShown({ answer: next, asked: { span, project, model, at } });
        // The times of tools are read from the sessions themselves, and come when all else is there.
        if (next.toolsFrom.more) return ask(true);
      });
    };
    ask(false).catch((error) => {
      if (!stop.signal.aborted) setFailure(error);
    });
    return () => stop.abort();
  }, [span, project, model, at]);
  useEffect(load, [load]);
  useEffect(() => {
    document.title = 'Stats · clew';
  }, []);
  if (failure !== undefined) {
    return (
      <main class="wrap stats" id="main">
        <Failure error={failure} retry={load} title="The figures could not be counted" />
      </main>
    );
  }
  if (!shown) return <WaitingStats />;
  const { answer, asked } = shown;
  const isOld = asked.span !== span || asked.project !== project || asked.model !== model || asked.at !== at;
  return (
    <main class="wrap stats" id="main" aria-busy={isOld || undefined}>
      <div class="stats-head">
        <StatsFinding answer={answer} {...asked} />
        <span class="seg">
          {SPANS.map((one) => (
            <button
              key={one.name}
              type="button"
              aria-pressed={one === span}
              onClick={() => goTo(hrefWith({ span: one.name, in: undefined }))}
            >
              {one.title}
            </button>
          ))}
        </span>
      </div>
      {answer.totals.requests === 0 ? (
        <NoRequests all={isAll(asked)} />
      ) : (
        <>
          <SeriesFigure answer={answer} by={asked.span.by} table={table} setTable={setTable} />
          <div class="stat-grid section stats-work">
            <ToolTable answer={answer} />
            <div>
              <HeatMap heatmap={answer.heatmap} table={table} setTable={setTable} />
              <ModelTable answer={answer} />
            </div>
          </div>
          <div class="stat-grid section">
            <ProjectTable answer={answer} />
            <BlockFigure answer={answer} table={table} setTable={setTable} />
          </div>
          <SessionCosts answer={answer} />
          <ReconcileTable answer={answer} />
        </>
      )}
    </main>
  );
}

function isAll({ span, project, model, at }: Asked): boolean {
  return [span.days, span.since, project, model, at].every((one) => one === undefined);
}

/** `all`: there is nothing more to choose. */
function NoRequests({ all }: { readonly all: boolean }): JSX.Element {
  return all ? (
    <Empty title="No requests yet">
      <p>Figures come from what the model was asked. Open a session in Claude Code, and they appear here.</p>
    </Empty>
  ) : (
    <Empty title="No requests in this time">
      <p>Choose a longer one, or look at all of it.</p>
    </Empty>
  );
}

function queryOf(
  span: Span,
  project: string | undefined,
  model: string | undefined,
  at: string | undefined,
): StatsQuery {
  return {
    by: span.by,
    ...(span.days === undefined ? {} : { since: startOfDay(span.days) }),
    ...(span.since === undefined ? {} : { since: span.since }),
    ...(span.until === undefined ? {} : { until: span.until }),
    ...(project === undefined ? {} : { project }),
    ...(model === undefined ? {} : { model }),
    ...(at === undefined ? {} : { at }),
  };
}

function startOfDay(daysAgo: number): number {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - daysAgo + 1);
  return day.getTime();
}
