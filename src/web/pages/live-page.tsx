// Sessions that are being written now, each with its newest lines.
import '../styles/transcript-app.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { stripToLine } from '../../base/strip-controls.ts';
import type { SessionLine } from '../../server/api.ts';
import { formatAgo, formatK, plural } from '../data/format.ts';
import { liveState } from '../data/live.ts';
import { hrefOfSession } from '../data/route.ts';
import { isHidden } from '../data/row-shape.ts';
import { serverSource } from '../data/server-source.ts';
import { useSessionList } from '../data/session-list.ts';
import { TranscriptState } from '../data/transcript-state.ts';
import { Empty, Failure } from '../widgets/states.tsx';
import { type Reader, ReaderContext } from '../widgets/transcript/reader.ts';
import { RowView } from '../widgets/transcript/row-view.tsx';

const MOST = 8;
const SHOWN = 6;
const MINUTE_MS = 60_000;

export function LivePage(): JSX.Element {
  const list = useSessionList({ traits: 'live', sort: 'modified' });
  const { answer, failure } = list;
  // Nothing tells that a session is no longer written, and how long ago its last line was changes by itself.
  useEffect(() => {
    const timer = setInterval(() => list.refresh(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [list]);
  const lines = Array.from({ length: Math.min(MOST, answer?.total ?? 0) }, (_, i) => list.at(i)).filter(
    (line) => line !== undefined,
  );
  return (
    <main class="wrap live" id="main" aria-busy={(!answer && failure === undefined) || undefined}>
      <h1 class="vh">Live</h1>
      {answer && lines.length > 0 && <LiveFinding total={answer.total} shown={lines.length} />}
      <p class="meta" role="status">
        {liveState.value === 'lost' ? 'The server does not answer; trying again.' : ''}
      </p>
      {failure !== undefined && !answer && <Failure error={failure} />}
      {answer && lines.length === 0 && (
        <Empty title="No session is being written">
          <p>A session that Claude Code works on appears here by itself, and grows while you look.</p>
          <a class="btn" href="#/sessions">
            All sessions
          </a>
        </Empty>
      )}
      {lines.map((line) => (
        <LiveSession key={line.key} line={line} />
      ))}
    </main>
  );
}

function LiveFinding({ total, shown }: { readonly total: number; readonly shown: number }): JSX.Element {
  return (
    <p class="finding">
      <b>{plural(total, 'session')}</b> {total === 1 ? 'is' : 'are'} being written now
      {total > shown ? `; these are the newest ${shown}` : ''}.
    </p>
  );
}

function LiveSession({ line }: { readonly line: SessionLine }): JSX.Element {
  const state = useMemo(() => new TranscriptState(serverSource(line.key), {}), [line.key]);
  const reader = useMemo(
    (): Reader => ({
      state,
      goTo: () => undefined,
      hrefOf: (params) => hrefOfSession(line.key, 'transcript', params),
    }),
    [state, line.key],
  );
  const [total, setTotal] = useState(0);
  useEffect(() => {
    let newest = 0;
    const show = async () => {
      newest++;
      const mine = newest;
      const { total: rows } = await state.source.rows({ from: -1, count: 1 });
      await state.main.grow(Math.max(0, rows - SHOWN * 6), rows);
      await state.main.need(rows - SHOWN * 6, rows - 1);
      if (mine === newest) setTotal(rows);
    };
    void show().catch(() => undefined);
    return state.source.watch?.((event) => {
      if (event.type === 'sessionChanged' || event.type === 'rowsAppended')
        void show().catch(() => undefined);
    });
  }, [state]);
  void state.main.version.value;
  const indexes: number[] = [];
  for (let i = total - 1; i >= 0 && indexes.length < SHOWN; i--) {
    const row = state.main.at(i);
    if (!row) break;
    if (row.kind !== 'turn' && !isHidden(state.main, row, { everything: false, depth: 0 }))
      indexes.unshift(i);
  }
  const title = stripToLine(line.title ?? line.firstPrompt ?? 'Untitled');
  return (
    <ReaderContext.Provider value={reader}>
      <section class="live-one" aria-label={title}>
        <header class="row">
          <h2 class="one">
            <a href={hrefOfSession(line.key)}>{title}</a>
          </h2>
          <span class="meta">
            {[
              line.projectName,
              plural(line.turns, 'turn'),
              line.contextTokens && formatK(line.contextTokens),
              formatAgo(line.modified),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </header>
        <div class="strand">
          {indexes.map((index) => {
            const row = state.main.at(index);
            return row && <RowView key={index} row={row} rows={state.main} depth={0} />;
          })}
          <div class="bead">
            <span class="glyph">
              <span class="dot dot-live" />
            </span>
            <div class="line event">
              <span class="name">Writing</span>
              <span class="gist">last line {lastWords(line.modified)}</span>
              <span />
              <span class="t" />
              <span class="tok" />
            </div>
          </div>
        </div>
      </section>
    </ReaderContext.Provider>
  );
}

function lastWords(time: number): string {
  const words = formatAgo(time);
  if (words === 'now') return 'just now';
  // A file may be written of lines that are older: then the words are an hour of yesterday, or a day.
  return / (?:min|h)$/.test(words) ? `${words} ago` : `of ${words}`;
}
