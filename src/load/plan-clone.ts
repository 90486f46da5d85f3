// Plans a clone of a session that is held in memory whole.
import { readCutSize } from '../context/tokens/cut-size.ts';
import type { Thread } from '../session/session.ts';
import { sessionTitle } from '../session/titles.ts';
import { cloneTitle } from './clone-ends.ts';
import { type CloneCuts, type ClonePlan, ClonePlanner } from './clone-planner.ts';

export type { CloneCuts, ClonePlan } from './clone-planner.ts';

/** Plans a clone without touching the disk. */
export function planClone(thread: Thread, options: CloneCuts): ClonePlan {
  const title = options.title ?? cloneTitle(sessionTitle(thread.lines).title);
  const chapter = { ...thread, next: undefined };
  return new ClonePlanner(options).end(chapter, { title, cut: readCutSize(thread.entries) });
}
