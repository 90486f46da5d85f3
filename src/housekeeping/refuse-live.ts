// Refuses to touch a session that a client may have open: it would go on appending to what was moved away [R9].
import { stat } from 'node:fs/promises';
import { Refusal } from '../base/refusal.ts';
import { quoteName } from '../disk/quote-name.ts';

const LIVE_MS = 5 * 60_000;

export async function refuseLive(sessionId: string, file: string, now: Date): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found || now.getTime() - found.mtimeMs >= LIVE_MS) return;
  throw new Refusal(
    'session-is-live',
    `The session ${quoteName(sessionId)} was written to in the last five minutes: a client may have it open.`,
    'Close the client and wait, or say --force if you know that none has it open.',
  );
}
