// Notes in a cut session how large it is now, beside the chain, where every client passes it over.
import { CUT_TYPE } from '../context/tokens/cut-size.ts';
import { countGone } from './choose-calls.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/** `tokens` is what a resume of the session loads. An older mark goes: it told of another conversation. */
export function markSize(session: CutSession, tokens: number): CutSession {
  const leaf = session.items.findLast((item) => item.role === 'chain');
  const leafUuid = leaf?.value.uuid;
  if (typeof leafUuid !== 'string') return session;
  const gone = countGone(session);
  const value = {
    type: CUT_TYPE,
    tokens: Math.round(tokens),
    leafUuid,
    ...(gone > 0 ? { callsGone: gone } : {}),
    sessionId: session.sessionId,
  };
  const mark: CutItem = { value, entry: undefined, role: 'beside', turn: leaf?.turn ?? 0 };
  const items = session.items.filter((item) => item.value.type !== CUT_TYPE);
  // The title stays last: pickers of some clients read only the end of a file.
  return { ...session, items: [...items.slice(0, -1), mark, ...items.slice(-1)] };
}
