// Finds the session that a key in an address names; a path never does.
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';

/** Shorter beginnings are more likely a mistake than a name. */
const MIN_PREFIX = 4;

export function findStored<
  T extends { readonly key: string; readonly session: { readonly sessionId: string } },
>(sessions: readonly T[], key: string): T {
  const wanted = key.toLowerCase();
  const whole = sessions.find((one) => one.key === key);
  if (whole) return whole;
  const exact = sessions.filter(({ session }) => session.sessionId.toLowerCase() === wanted);
  const fitting =
    exact.length > 0 || wanted.length < MIN_PREFIX
      ? exact
      : sessions.filter(({ session }) => session.sessionId.toLowerCase().startsWith(wanted));
  const [first, second] = fitting;
  const shown = stripToLine(key).slice(0, 60);
  if (second) {
    throw new Refusal(
      'several-sessions',
      `${fitting.length} sessions begin with “${shown}”.`,
      'Give more of the id.',
    );
  }
  if (first) return first;
  throw new Refusal(
    'unknown-session',
    `There is no session “${shown}”.`,
    'It may have been removed meanwhile.',
  );
}
