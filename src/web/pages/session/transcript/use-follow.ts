// A session that grows: new rows are fetched; who reads the end is kept there, who reads elsewhere is told.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isLeftBehind, useSession } from '../../../data/session-context.ts';
import type { TranscriptState } from '../../../data/transcript-state.ts';
import type { TranscriptHandle } from '../../../widgets/transcript/transcript-view.tsx';

const AT_END = 120;

export function useFollow(
  state: TranscriptState,
  handle: RefObject<TranscriptHandle | null>,
): { readonly waiting: number; readonly toEnd: () => void } {
  const session = useSession();
  const { source } = session;
  const latest = useRef(session);
  latest.current = session;
  const [waiting, setWaiting] = useState(0);
  const toEnd = () => {
    setWaiting(0);
    const { list, view } = handle.current ?? {};
    if (list && view && list.count > 0) view.scrollToIndex(list.count - 1, 'end');
  };
  useEffect(() => {
    setWaiting(0);
    const stop = source.watch?.(async (event) => {
      // The tokens of a long session come later than its rows.
      if (event.type === 'sessionReady' && event.what !== 'health') await state.main.refresh();
      // A branch that was left behind grows no more.
      if (event.type !== 'rowsAppended' || isLeftBehind(latest.current)) return;
      const atEnd = isAtEnd();
      const before = state.main.total.peek();
      await state.main.grow(event.firstChangedRow, event.rows);
      if (atEnd) requestAnimationFrame(toEnd);
      else setWaiting((count) => count + Math.max(0, event.rows - before));
    });
    const onScroll = () => setWaiting((count) => (count > 0 && isAtEnd() ? 0 : count));
    globalThis.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      stop?.();
      globalThis.removeEventListener('scroll', onScroll);
    };
  }, [state, source]);
  return { waiting, toEnd };
}

function isAtEnd(): boolean {
  return globalThis.scrollY + globalThis.innerHeight >= document.documentElement.scrollHeight - AT_END;
}
