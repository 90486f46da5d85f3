// Gives every session file a key for addresses: its id where that is one of a kind, else a name made from its path.
import { createHash } from 'node:crypto';
import { UUID } from '../../base/uuid.ts';
import type { SessionFile } from '../../disk/list-project.ts';

/** Keys by file. Two homes may hold the same session, and a renamed file may be called anything. */
export function makeKeys(sessions: readonly SessionFile[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { sessionId } of sessions) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  return new Map(
    sessions.map(({ file, sessionId }) => {
      const unique = UUID.test(sessionId) && counts.get(sessionId) === 1;
      return [file, unique ? sessionId : `f-${createHash('sha256').update(file).digest('hex').slice(0, 16)}`];
    }),
  );
}
