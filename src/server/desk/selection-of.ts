// A stored session as the library selects one.
import type { Selection } from '../../disk/select-session.ts';
import type { StoredSession } from '../store/session-store.ts';

export function selectionOf({ session }: StoredSession): Selection {
  return { kind: 'session', file: session.file, session };
}
