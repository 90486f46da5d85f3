// Plans a clone of a very long session chapter by chapter and gives it as one: a plan of the whole takes the square of its compactions.
import { ChapterConflict } from '../../load/chapter-conflict.ts';
import { CloneParts } from '../../load/clone-parts.ts';
import type { OpenSession } from '../../load/open-session.ts';
import type { CloneCuts, ClonePlan } from '../../load/plan-clone.ts';
import { SessionIds } from '../../load/session-ids.ts';
import type { CutSession } from '../../transform/cut-session.ts';
import { joinParts } from '../../transform/hold-end.ts';

/** From here on it is worth it. */
const MANY_ENTRIES = 20_000;
const CHAPTER_BYTES = 1_500_000;

export function isLong({ thread }: OpenSession): boolean {
  return thread.entries.length > MANY_ENTRIES;
}

/** The same plan that `planClone` gives. */
export async function planInParts(
  open: OpenSession,
  cuts: CloneCuts,
  newUuid: () => string,
): Promise<ClonePlan> {
  const ids = new SessionIds(newUuid(), open.sessionId, newUuid);
  for (const { thread } of open.agents) for (const { value } of thread.entries) ids.addAgentEntry(value);
  const options = { ...cuts, chapterBytes: CHAPTER_BYTES, bytes: sourceBytes(open) };
  const parts = new CloneParts(() => [open.thread.lines], ids, options);
  await parts.survey();
  for (;;) {
    const made: CutSession[] = [];
    try {
      for await (const part of parts.parts(() => undefined)) made.push(part);
      return { ...parts.plan, session: joinParts(made) };
    } catch (error) {
      // The next try knows what this one ran into.
      if (!(error instanceof ChapterConflict)) throw error;
    }
  }
}

/** The bytes of the session's own file. */
export function sourceBytes({ thread }: OpenSession): number {
  const last = thread.lines.at(-1);
  return last ? last.place.offset + last.place.length + (last.terminated ? 1 : 0) : 0;
}
