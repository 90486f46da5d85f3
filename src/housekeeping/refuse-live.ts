// Refuses to touch a session that a client may have open: it would go on appending to what was moved away [R9].
import { stat } from 'node:fs/promises';
import { Refusal } from '../base/refusal.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { quoteName } from '../disk/quote-name.ts';
import { LIVE_MS } from '../session/live-ms.ts';
import { findRegistrations } from './registrations.ts';

/** `file` is the session's own, or one of its agents'. */
export async function refuseLive(
  { home, sessionId, file }: Pick<SessionFile, 'home' | 'sessionId' | 'file'>,
  now: Date,
): Promise<void> {
  const open = (await findRegistrations(home, sessionId)).find(({ running }) => running);
  if (open) {
    throw new Refusal(
      'session-is-open',
      `A client has the session ${quoteName(sessionId)} open (process ${open.pid}).`,
      'Close it first; --force if you know better.',
    );
  }
  const found = await stat(file).catch(() => undefined);
  if (!found || now.getTime() - found.mtimeMs >= LIVE_MS) return;
  throw new Refusal(
    'session-is-live',
    `The session ${quoteName(sessionId)} was written to in the last five minutes: a client may have it open.`,
    'Close the client and wait, or say --force if you know that none has it open.',
  );
}
