// Writes an excerpt of a session as a session file of its own: under new ids, finished so that a client resumes it.
import { type ClonePlan, planClone } from '../load/plan-clone.ts';
import type { Entry } from '../log/line.ts';
import { applyIdentity, makeIdentity } from '../transform/new-identity.ts';
import { sessionBytes } from '../transform/write-session.ts';
import type { ExportedSession } from './exported-session.ts';

/** A session file under new ids, ready to be resumed. */
export interface Excerpt {
  readonly sessionId: string;
  readonly plan: ClonePlan;
  readonly chunks: () => Generator<Uint8Array>;
}

/** Makes a session of its own from the chosen turns. */
export function makeExcerpt(exported: ExportedSession, newUuid: () => string): Excerpt {
  const { session, turns, asked, source } = exported;
  const [from, to] = [turns[0]?.number, turns.at(-1)?.number];
  const range = asked === undefined || from === undefined || to === undefined ? undefined : { from, to };
  const plan = planClone(session.thread, {
    title: exported.title ?? 'Session',
    ...(range ? { cuts: [{ turns: range }] } : {}),
    ...(source.branch ? { leaf: source.branch.leaf.uuid } : {}),
  });
  const sessionId = newUuid();
  const identity = makeIdentity(valuesOf(exported), sessionId, newUuid);
  const renamed = {
    ...identity,
    rename: (id: string) => (id === session.sessionId ? sessionId : identity.rename(id)),
  };
  return { sessionId, plan, chunks: () => sessionBytes(applyIdentity(plan.session, renamed)) };
}

function* valuesOf({ session }: ExportedSession): Generator<Entry['value']> {
  for (const { value } of session.thread.entries) yield value;
  for (const { thread } of session.agents) for (const { value } of thread.entries) yield value;
}
