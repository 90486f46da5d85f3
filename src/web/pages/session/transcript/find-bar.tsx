// Find in this session: counts all hits, goes from one to the next, and marks them on the screen.
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FindAnswer } from '../../../../server/api.ts';
import { formatNumber } from '../../../data/format.ts';
import { useSession } from '../../../data/session-context.ts';
import { tell } from '../../../data/toasts.ts';
import type { TranscriptState } from '../../../data/transcript-state.ts';
import { Icon } from '../../../widgets/icon.tsx';
import type { TranscriptHandle } from '../../../widgets/transcript/transcript-view.tsx';
import { markWords } from './mark-words.ts';
import { scrollToRow } from './scroll-to-row.ts';

interface FindBarProps {
  readonly state: TranscriptState;
  readonly handle: RefObject<TranscriptHandle | null>;
  readonly close: () => void;
}

export function FindBar({ state, handle, close }: FindBarProps): JSX.Element {
  const { source } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [answer, setAnswer] = useState<FindAnswer>();
  const [at, setAt] = useState(-1);
  // Before the next key is pressed: what is typed right after F belongs here.
  useLayoutEffect(() => field.current?.focus(), []);
  useEffect(() => {
    setAt(-1);
    if (words.trim() === '') {
      setAnswer(undefined);
      return undefined;
    }
    let current = true;
    const wait = setTimeout(() => {
      source.find({ ...state.main.query, q: words, limit: 2000 }).then(
        (found) => current && setAnswer(found),
        (error: Error) => {
          if (!current) return;
          setAnswer(undefined);
          tell(error.message, 'error');
        },
      );
    }, 150);
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [words, source, state]);
  useEffect(() => markWords(words.trim()), [words]);
  const move = (step: number) => {
    const hits = answer?.hits ?? [];
    if (hits.length === 0) return;
    const next = at < 0 ? (step > 0 ? 0 : hits.length - 1) : (at + step + hits.length) % hits.length;
    setAt(next);
    const hit = hits[next];
    if (!hit) return;
    const row = state.main.at(hit.row);
    // What the words stand in may be folded.
    if (row?.kind !== 'compaction') state.setOpen(state.main, hit.row, true);
    void scrollToRow(handle, state, state.main, hit.row, { select: true, align: 'center' });
  };
  return (
    <search class="find no-print">
      <div class="qbox">
        <Icon name="search" />
        <input
          ref={field}
          aria-label="Find in this session"
          placeholder="Find in this session"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              move(event.shiftKey ? -1 : 1);
            } else if (event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
              close();
            }
          }}
        />
        <span class="meta" role="status">
          {answer ? countWords(answer, at) : ''}
        </span>
        <button type="button" class="icon-btn" aria-label="Hit before" onClick={() => move(-1)}>
          <Icon name="prev" />
        </button>
        <button type="button" class="icon-btn" aria-label="Next hit" onClick={() => move(1)}>
          <Icon name="next" />
        </button>
        <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
    </search>
  );
}

function countWords({ total, complete, hits }: FindAnswer, at: number): string {
  if (total === 0) return 'nothing';
  const all = `${complete ? '' : 'over '}${formatNumber(total)}`;
  return at < 0 ? `${all} ${total === 1 ? 'hit' : 'hits'}` : `${at + 1} of ${formatNumber(hits.length)}`;
}
