// A session: its head stays, its tabs change below.
import '../styles/session-app.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { stripToLine } from '../../base/strip-controls.ts';
import type { SessionHead as Head, ThreadQuery, TurnLine, TurnsAnswer } from '../../server/api.ts';
import { copyText } from '../data/copy-text.ts';
import { nameOfKey } from '../data/key-name.ts';
import { type KeyBinding, useKeys } from '../data/keys.ts';
import { isPane } from '../data/pane.ts';
import { goTo, hrefOf, hrefOfSession, route } from '../data/route.ts';
import { serverSource } from '../data/server-source.ts';
import { SessionContext, type SessionState } from '../data/session-context.ts';
import { Lazy } from '../widgets/lazy.tsx';
import { type PaletteAction, useActions } from '../widgets/palette-state.ts';
import { Failure } from '../widgets/states.tsx';
import { askFirst } from './session/ask-first.ts';
import { BranchNote } from './session/branch-note.tsx';
import { EXPORTS, saveExport } from './session/save-export.ts';
import { SessionHead } from './session/session-head.tsx';
import { TAB_LOADS } from './session/tab-list.ts';
import { hasTab, TAB_NAMES } from './session/tab-names.ts';
import { WaitingSession } from './session/waiting-session.tsx';
import { canSplit, focusOtherPane, showTab, splitTabs, swapPanes, toggleSplit } from './split/split-state.ts';

const RETRY_MS = 700;
const QUIET_MS = 400;
/** So many turns the palette finds at most: it is for going somewhere, not for searching. */
const MOST_TURNS = 5;

export function SessionPage(): JSX.Element {
  const { session = '', tab, params } = route.value;
  return <OneSession key={session} id={session} tab={tab ?? 'transcript'} branch={params.branch} />;
}

interface OneSessionProps {
  readonly id: string;
  readonly tab: string;
  readonly branch: string | undefined;
}

function OneSession({ id, tab, branch }: OneSessionProps): JSX.Element {
  const source = useMemo(() => {
    // What the page will need is on its way before its head is there.
    void TAB_LOADS[tab]?.().catch(() => undefined);
    if (tab === 'transcript') return serverSource(id, branch === undefined ? {} : { branch });
    return serverSource(id, undefined, splitTabs() ? undefined : askFirst(tab, id));
  }, [id]);
  const thread = useMemo((): ThreadQuery => (branch === undefined ? {} : { branch }), [branch]);
  const [head, setHead] = useState<Head>();
  const [failure, setFailure] = useState<unknown>();
  const turns = useSignal<TurnsAnswer | undefined>(undefined);
  const [asked, ask] = useState(0);
  useLayoutEffect(() => {
    let current = true;
    let wait: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      source.head().then(
        (answer) => {
          // Who has left the page asks no further.
          if (!current) return;
          setHead(answer);
          setFailure(undefined);
          if (!answer.ready) wait = setTimeout(load, RETRY_MS);
        },
        (error) => current && setFailure(error),
      );
    void load();
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [source, asked]);
  useEffect(() => {
    let current = true;
    const load = () =>
      source.turns(thread).then(
        (answer) => {
          if (current) turns.value = answer;
        },
        (error) => current && setFailure(error),
      );
    turns.value = undefined;
    void load();
    let wait: ReturnType<typeof setTimeout> | undefined;
    const stop = source.watch?.((event) => {
      if (!('key' in event) || event.type === 'newSession') return;
      wait ??= setTimeout(() => {
        wait = undefined;
        void load();
        void source.head().then(setHead, () => undefined);
      }, QUIET_MS);
    });
    return () => {
      current = false;
      clearTimeout(wait);
      stop?.();
    };
  }, [source, thread, turns, asked]);
  useEffect(() => {
    if (head) document.title = `${head.title ?? 'Untitled'} · clew`;
  }, [head?.title]);
  useSessionKeys(head, turns.value?.turns ?? [], branch);
  if (failure !== undefined && !head) {
    return (
      <main class="wrap" id="main">
        <Failure
          error={failure}
          retry={() => ask((count) => count + 1)}
          title="This session could not be opened"
          elsewhere={
            <a class="btn btn-bare" href={hrefOf('sessions')}>
              All sessions
            </a>
          }
        />
      </main>
    );
  }
  if (!head) return isPane ? <main id="main" aria-busy="true" /> : <WaitingSession />;
  const state: SessionState = { source, head, thread, turns };
  const shown = TAB_LOADS[tab] ? tab : 'transcript';
  const load = TAB_LOADS[shown];
  const pair = splitTabs();
  return (
    <SessionContext.Provider value={state}>
      {!isPane && (
        <SessionHead head={head} tab={shown} branch={branch} turns={turns.value} split={pair !== undefined} />
      )}
      {pair && <Lazy load={loadSplit} waiting={<main id="main" />} />}
      {!pair && <BranchNote tab={shown} />}
      {!pair && load && <Lazy key={shown} load={load} waiting={<main id="main" />} />}
    </SessionContext.Provider>
  );
}

const loadSplit = async () => (await import('./split/split-view.tsx')).SplitView;

function splitKeys(): readonly KeyBinding[] {
  const isSplit = isPane || splitTabs() !== undefined;
  if (!isSplit && !canSplit.value) return [];
  const toggle = { key: 's', title: isSplit ? 'One view' : 'Two views side by side', run: toggleSplit };
  if (!isSplit) return [toggle];
  return [
    toggle,
    { key: 'shift+s', title: 'Exchange the two views', run: swapPanes },
    { key: 'w', title: 'To the other view', run: focusOtherPane },
  ];
}

function useSessionKeys(
  head: Head | undefined,
  turns: readonly TurnLine[],
  branch: string | undefined,
): void {
  const resume = () => head && void copyText(head.resumeCommand, 'Resume command');
  useKeys('This session', [
    ...TAB_NAMES.map((tab, i) => ({
      key: String(i + 1),
      title: tab.title,
      run: () => showTab(tab.name),
    })),
    { key: 'r', title: 'Copy the resume command', run: resume },
    ...splitKeys(),
    ...(hasTab('cut')
      ? [
          {
            key: 'x',
            title: 'Cut this session',
            run: () => head && goTo(hrefOfSession(head.key, 'cut', { branch })),
          },
        ]
      : []),
  ]);
  useActions('This session', [
    ...(hasTab('cut')
      ? [
          {
            icon: 'cut' as const,
            title: 'Cut this session…',
            key: 'X',
            main: true,
            run: () => head && goTo(hrefOfSession(head.key, 'cut', { branch })),
          },
        ]
      : []),
    { icon: 'copy', title: 'Copy the resume command', key: 'R', main: true, run: resume },
    ...EXPORTS.map(({ title, main, ...query }) => ({
      icon: 'download' as const,
      title,
      main,
      run: () => head && void saveExport(head.key, branch === undefined ? query : { ...query, branch }),
    })),
    {
      icon: 'link',
      title: 'Copy the session’s id',
      run: () => head && void copyText(head.sessionId, 'Session id'),
    },
    ...splitKeys().map(({ key, title, run }) => ({
      icon: key === 's' ? ('split' as const) : ('swap' as const),
      title,
      key: nameOfKey(key),
      run: () => run(new KeyboardEvent('keydown')),
    })),
  ]);
  useActions(
    'Views of this session',
    TAB_NAMES.map((tab, i) => ({
      icon: 'right' as const,
      title: tab.title,
      key: String(i + 1),
      run: () => showTab(tab.name),
    })),
  );
  useActions('Turns', (words) => (head ? findTurns(head, turns, words, branch) : []));
}

/** Turns whose prompt has the words. */
function findTurns(
  head: Head,
  turns: readonly TurnLine[],
  words: string,
  branch: string | undefined,
): readonly PaletteAction[] {
  if (words.length < 2) return [];
  const wanted = words.toLowerCase();
  return turns
    .filter(({ number, prompt }) => number > 0 && prompt.toLowerCase().includes(wanted))
    .slice(0, MOST_TURNS)
    .map(({ number, prompt }) => ({
      icon: 'user',
      title: stripToLine(prompt),
      key: String(number),
      run: () => goTo(hrefOfSession(head.key, 'transcript', { branch, turn: number })),
    }));
}
