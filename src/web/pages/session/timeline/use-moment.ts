// Asks the server about moments of the timeline: where a step or an address leads, and what ran at the cursor.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MomentAnswer, MomentQuery } from '../../../../server/api.ts';
import { readApi } from '../../../data/api-client.ts';

interface MomentState {
  /** The newest that was told. */
  readonly moment: MomentAnswer;
  /** Undefined where something newer was asked meanwhile, or the server did not answer. */
  readonly ask: (query: MomentQuery) => Promise<MomentAnswer | undefined>;
  /** The same for a cursor on the move: one question at a time, the last one wins. */
  readonly look: (time: number, then: (moment: MomentAnswer) => void) => void;
}

export function useMoment(key: string, first: MomentAnswer): MomentState {
  const [moment, setMoment] = useState(first);
  const state = useRef({ asked: 0, busy: false, next: undefined as (() => void) | undefined });
  useEffect(() => setMoment(first), [first]);
  const ask = async (query: MomentQuery): Promise<MomentAnswer | undefined> => {
    const number = ++state.current.asked;
    const answer = await readApi('GET /api/sessions/:key/timeline/moment', { parts: { key }, query }).catch(
      // The picture stays as it is; a server that is gone is told by the page's own sign.
      () => undefined,
    );
    if (!answer || number !== state.current.asked) return undefined;
    setMoment(answer);
    return answer;
  };
  const look: MomentState['look'] = (time, then) => {
    const run = async () => {
      state.current.busy = true;
      const answer = await ask({ time: Math.round(time) });
      state.current.busy = false;
      if (answer) then(answer);
      const { next } = state.current;
      state.current.next = undefined;
      next?.();
    };
    if (state.current.busy) state.current.next = () => void run();
    else void run();
  };
  return { moment, ask, look };
}
