// The selected hit in its place: the rows around it, as the transcript would show them.
import '../../styles/transcript-app.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { SearchGroup, SearchHit } from '../../../server/api.ts';
import { formatNumber } from '../../data/format.ts';
import { hrefOfSession } from '../../data/route.ts';
import { isHidden } from '../../data/row-shape.ts';
import { serverSource } from '../../data/server-source.ts';
import { TranscriptState } from '../../data/transcript-state.ts';
import { hrefOfHit } from '../../widgets/search-group.tsx';
import { type Reader, ReaderContext } from '../../widgets/transcript/reader.ts';
import { RowView } from '../../widgets/transcript/row-view.tsx';
import { markWords } from '../session/transcript/mark-words.ts';

interface HitPreviewProps {
  readonly group: SearchGroup | undefined;
  readonly hit: SearchHit | undefined;
  readonly words: string;
}

const BEFORE = 8;
const AFTER = 8;

export function HitPreview({ group, hit, words }: HitPreviewProps): JSX.Element {
  const key = group?.key;
  const agent = hit?.agent;
  const state = useMemo(
    () =>
      key === undefined
        ? undefined
        : new TranscriptState(serverSource(key), agent === undefined ? {} : { agent }),
    [key, agent],
  );
  const [found, setFound] = useState<{ readonly state: TranscriptState; readonly row: number }>();
  const [lost, setLost] = useState<TranscriptState>();
  useEffect(() => {
    if (!state || !hit || !globalThis.matchMedia('(min-width: 1281px)').matches) return undefined;
    let current = true;
    const wait = setTimeout(async () => {
      const row = await state.main.locate({ line: hit.line }).catch(() => undefined);
      if (!current) return;
      setLost(row === undefined ? state : undefined);
      if (row === undefined) {
        // Another hit of the session may be shown still.
        setFound(undefined);
        return;
      }
      await state.main.need(row - BEFORE * 3, row + AFTER * 2);
      if (!current) return;
      state.selected.value = { rows: state.main, index: row };
      state.setOpen(state.main, row, true);
      setFound({ state, row });
    }, 100);
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [state, hit]);
  useEffect(() => markWords(words.replace(/["*]/g, '').split(/\s+/)[0] ?? '', '.preview'), [words, found]);
  if (!group || !hit || !state) return <aside class="preview" aria-label="The hit in its place" />;
  const isLost = lost === state;
  const isThere = found?.state === state;
  return (
    <aside class="preview" aria-label="The hit in its place" aria-busy={!isThere && !isLost}>
      <p class="meta preview-head">
        <span class="one">
          {hit.turn === undefined ? '' : `Turn ${hit.turn} of `}
          {stripToLine(group.title ?? 'Untitled')}, line {formatNumber(hit.line)}
        </span>
        <a href={hrefOfHit(group, hit)}>
          Open <kbd>↵</kbd>
        </a>
      </p>
      {isThere ? (
        <Rows state={state} row={found.row} session={group.key} />
      ) : isLost ? (
        <p class="quiet">This hit has no place in the transcript.</p>
      ) : (
        <Waiting />
      )}
    </aside>
  );
}

/** The shape of rows that are still on their way. */
function Waiting(): JSX.Element {
  return (
    <div class="strand loading" aria-hidden="true">
      {[64, 82, 48, 71, 37].map((width) => (
        <div key={width} class="bead ghost-line">
          <span class="ghost" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

function Rows({
  state,
  row,
  session,
}: {
  readonly state: TranscriptState;
  readonly row: number;
  readonly session: string;
}): JSX.Element {
  const reader = useMemo(
    (): Reader => ({
      state,
      goTo: () => undefined,
      hrefOf: (params) => hrefOfSession(session, 'transcript', params),
    }),
    [state, session],
  );
  const options = { everything: false, depth: 0 };
  const indexes: number[] = [];
  const add = (index: number, push: (value: number) => void): boolean => {
    const one = state.main.at(index);
    if (!one || one.kind === 'session') return false;
    if (one.kind !== 'turn' && !isHidden(state.main, one, options)) push(index);
    return true;
  };
  for (let i = row; indexes.length < BEFORE && i >= 0; i--) {
    if (!add(i, (value) => indexes.unshift(value))) break;
    if (state.main.at(i)?.kind === 'prompt' && i < row) break;
  }
  for (let i = row + 1, more = 0; more < AFTER; i++) {
    if (
      !add(i, (value) => {
        indexes.push(value);
        more++;
      }) ||
      state.main.at(i)?.kind === 'turn'
    )
      break;
  }
  return (
    <ReaderContext.Provider value={reader}>
      <div class="strand">
        {indexes.map((index) => {
          const one = state.main.at(index);
          return one && <RowView key={index} row={one} rows={state.main} depth={0} />;
        })}
      </div>
    </ReaderContext.Provider>
  );
}
