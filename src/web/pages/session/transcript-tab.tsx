// The transcript: what happened? Rail left, text in the middle, inspector right.
import '../../styles/transcript.css';
import '../../styles/transcript-app.css';
import '../../styles/session-app.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TurnLine } from '../../../server/api.ts';
import { plural } from '../../data/format.ts';
import { loadNotes } from '../../data/notes.ts';
import { hrefOfSession } from '../../data/route.ts';
import { turnOfRow, useSession } from '../../data/session-context.ts';
import { TranscriptState } from '../../data/transcript-state.ts';
import { Icon } from '../../widgets/icon.tsx';
import { Failure } from '../../widgets/states.tsx';
import { FlatRail } from '../../widgets/transcript/flat-rail.tsx';
import { Inspector } from '../../widgets/transcript/inspector.tsx';
import { Rail } from '../../widgets/transcript/rail.tsx';
import { type Reader, ReaderContext } from '../../widgets/transcript/reader.ts';
import { type TranscriptHandle, TranscriptView } from '../../widgets/transcript/transcript-view.tsx';
import { FindBar } from './transcript/find-bar.tsx';
import { scrollToRow } from './transcript/scroll-to-row.ts';
import { TurnDialog } from './transcript/turn-dialog.tsx';
import { useAbove } from './transcript/use-above.ts';
import { useFollow } from './transcript/use-follow.ts';
import { useOpenAddress } from './transcript/use-open-address.ts';
import { useTranscriptKeys } from './transcript/use-transcript-keys.ts';

/** Where the inspector is a drawer, which opens when it is asked for: it would lie over what was chosen. */
function isNarrow(): boolean {
  return globalThis.matchMedia('(max-width: 1180px)').matches;
}

/** Below what else the inspector tells, the raw entry may be out of sight. */
function isRawInSight(): boolean {
  const [box, head] = rawInInspector();
  return box !== undefined && head !== undefined && head.bottom + RAW_SEEN < box.bottom;
}

function scrollToRaw(): void {
  const [box, head] = rawInInspector();
  if (box && head) document.querySelector('.inspect')?.scrollBy({ top: head.top - box.top - RAW_ABOVE });
}

function rawInInspector(): readonly (DOMRect | undefined)[] {
  return ['.inspect', '.inspect .raw-head'].map((place) =>
    document.querySelector(place)?.getBoundingClientRect(),
  );
}

const RAW_SEEN = 60;
const RAW_ABOVE = 16;

export function TranscriptTab(): JSX.Element {
  const session = useSession();
  const { source, thread, turns } = session;
  const state = useMemo(() => new TranscriptState(source, thread), [source, thread.branch]);
  const handle = useRef<TranscriptHandle>(null);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [inspector, setInspector] = useState(true);
  const [drawer, setDrawer] = useState(false);
  const [raw, setRaw] = useState(true);
  const [finding, setFinding] = useState(false);
  const above = useAbove();
  useLayoutEffect(() => void state.main.need(0, 0), [state]);
  // Without them the transcript is still whole. An exported page has no server to ask.
  useEffect(() => {
    if (source.watch) void loadNotes(source.key).catch(() => undefined);
  }, [source]);
  const turnList = turns.value?.turns ?? NO_TURNS;
  const current = turnOfRow(turnList, range.first);
  const reader = useMemo(
    (): Reader => ({
      state,
      goTo: (rows, index) => void scrollToRow(handle, state, rows, index, { select: true }),
      hrefOf: (params) => hrefOfSession(source.key, 'transcript', { ...thread, ...params }),
    }),
    [state, source, thread],
  );
  const onScroll = useCallback((first: number, last: number) => setRange({ first, last }), []);
  const goToTurn = useCallback(
    (turn: TurnLine) => void scrollToRow(handle, state, state.main, turn.firstRow, { select: false }),
    [state],
  );
  const isOpen = () => (isNarrow() ? drawer : inspector);
  const openInspector = () => (isNarrow() ? setDrawer : setInspector)(true);
  const closeInspector = () => {
    setDrawer(false);
    if (!isNarrow()) setInspector(false);
  };
  useOpenAddress(state, handle);
  const follow = useFollow(state, handle);
  useTranscriptKeys({
    state,
    handle,
    current,
    goToTurn,
    toggleInspector: () => (isOpen() ? closeInspector() : openInspector()),
    closeDrawer: () => {
      if (drawer) closeInspector();
      return drawer;
    },
    showRaw: () => {
      const seen = raw && isOpen() && isRawInSight();
      openInspector();
      setRaw(!seen);
      if (!seen) requestAnimationFrame(scrollToRaw);
    },
    find: () => setFinding(true),
  });
  const selection = state.selected.value;
  // What stands before the first turn belongs to no turn: as soon as that one is in sight, it is the one that is read.
  const first = turnList.find(({ number }) => number === 1);
  const read = current?.number === 0 && first && first.firstRow <= range.last ? first : current;
  // With nothing selected, the turn that is read is what the inspector tells of.
  const inspected = selection ?? (read ? { rows: state.main, index: read.firstRow } : undefined);
  const inspectedRow = inspected?.rows.at(inspected.index);
  const failure = state.main.failure.value;
  return (
    <ReaderContext.Provider value={reader}>
      <FlatRail turns={turnList} current={read} goTo={goToTurn} />
      <main class={inspector ? 'session' : 'session session-wide'} id="main">
        <Rail turns={turnList} current={read} firstRow={range.first} lastRow={range.last} goTo={goToTurn} />
        <article class="script" aria-label="Transcript">
          {finding && <FindBar state={state} handle={handle} close={() => setFinding(false)} />}
          {failure !== undefined && state.main.total.value === 0 ? (
            <Failure
              error={failure}
              retry={() => void state.main.need(0, 0)}
              title="The transcript could not be read"
            />
          ) : (
            <TranscriptView state={state} handle={handle} above={above} onScroll={onScroll} />
          )}
        </article>
        {(inspector || drawer) && inspected && inspectedRow && (
          <Inspector
            selection={inspected}
            row={inspectedRow}
            drawer={drawer}
            raw={raw}
            setRaw={setRaw}
            close={closeInspector}
          />
        )}
        {selection && !drawer && (
          <button type="button" class="btn to-inspector no-print" onClick={openInspector}>
            <Icon name="panel" />
            Inspector
          </button>
        )}
      </main>
      {follow.waiting > 0 && (
        <button type="button" class="btn btn-main new-lines no-print" onClick={follow.toEnd}>
          {plural(follow.waiting, 'new line')}
        </button>
      )}
      <TurnDialog turns={turnList} goTo={goToTurn} />
    </ReaderContext.Provider>
  );
}

const NO_TURNS: readonly TurnLine[] = [];
