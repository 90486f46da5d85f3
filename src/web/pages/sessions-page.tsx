// All sessions: which one was it, and can I go on?
import '../styles/sessions.css';
import '../styles/sessions-app.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionsAnswer } from '../../server/api.ts';
import { resumeCommand } from '../../session/resume-command.ts';
import { copyText } from '../data/copy-text.ts';
import { formatBytes, plural } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { goTo, hrefOfSession, replaceRoute, route } from '../data/route.ts';
import { readFilter } from '../data/session-filter.ts';
import { useSessionList } from '../data/session-list.ts';
import { Failure } from '../widgets/states.tsx';
import { FilterChips } from './sessions/filter-chips.tsx';
import { NoSessions } from './sessions/no-sessions.tsx';
import { Peek } from './sessions/peek.tsx';
import { ProjectTree } from './sessions/project-tree.tsx';
import { SessionTable } from './sessions/session-table.tsx';
import { TextHits } from './sessions/text-hits.tsx';

export function SessionsPage(): JSX.Element {
  const filter = useMemo(() => readFilter(route.value.params), [route.value]);
  const list = useSessionList(filter.query);
  const field = useRef<HTMLInputElement>(null);
  const [selected, select] = useState(0);
  const { answer, failure } = list;
  const line = list.at(selected);
  const fitting = answer?.total ?? 0;
  useEffect(() => select(0), [filter]);
  const move = (step: number) => select((at) => Math.max(0, Math.min(fitting - 1, at + step)));
  useKeys('Sessions', [
    { key: 'j', title: 'Next session', run: () => move(1) },
    { key: 'k', title: 'Previous session', run: () => move(-1) },
    { key: 'ArrowDown', title: '', run: () => move(1) },
    { key: 'ArrowUp', title: '', run: () => move(-1) },
    { key: 'Enter', title: 'Open', run: () => line && goTo(hrefOfSession(line.key)) },
    { key: 'f', title: 'Filter', run: () => field.current?.focus() },
    {
      key: 'r',
      title: 'Copy the resume command',
      run: () => line && void copyText(resumeCommand(line.sessionId, line.project), 'Resume command'),
    },
    {
      key: 'y',
      title: 'Copy the session’s id',
      run: () => line && void copyText(line.sessionId, 'Session id'),
    },
    { key: 'Escape', title: 'Clear the filter', run: () => replaceRoute('#/sessions') },
  ]);
  return (
    <main class="sessions" id="main">
      <ProjectTree facets={answer?.facets} total={answer && answer.found - answer.hidden} filter={filter} />
      <section aria-label="Sessions">
        <div class="list-head">
          <h1>{answer ? plural(fitting, 'session') : 'Sessions'}</h1>
          <FilterChips filter={filter} facets={answer?.facets} field={field} />
          <span class="grow" />
          <CatalogWords answer={answer} />
        </div>
        {failure !== undefined && !answer ? (
          <div class="list-state">
            <Failure error={failure} retry={() => list.refresh()} title="The sessions could not be listed" />
          </div>
        ) : answer && fitting === 0 ? (
          <div class="list-state">
            <NoSessions answer={answer} filter={filter} />
          </div>
        ) : (
          <SessionTable list={list} filter={filter} selected={selected} select={select} />
        )}
        {filter.words !== '' && <TextHits words={filter.words} />}
      </section>
      <Peek line={line} />
    </main>
  );
}

function CatalogWords({ answer }: { readonly answer: SessionsAnswer | undefined }): JSX.Element | null {
  if (!answer) return null;
  const { state, bytes, bytesRead } = answer.catalog;
  const words: Readonly<Record<typeof state, string>> = {
    'in-sync': `${formatBytes(bytes)} read, in sync`,
    syncing: `reading ${formatBytes(bytesRead ?? 0)} of ${formatBytes(bytes)}`,
    failed: 'the catalog could not be written; lists come from the files',
    none: '',
  };
  const unread = answer.problems.length;
  return (
    <span class="meta" role="status">
      {unread > 0 && (
        <span
          class="k-error"
          title={answer.problems.map(({ path, message }) => `${path}: ${message}`).join('\n')}
        >
          {plural(unread, 'file')} not readable{words[state] === '' ? '' : ', '}
        </span>
      )}
      {words[state]}
    </span>
  );
}
