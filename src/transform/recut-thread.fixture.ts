// Makes a new session out of a thread: lays it out, cuts it and ends it; ids are still the old ones.
import type { Thread } from '../session/session.ts';
import { type CutOptions, cutSession } from './cut.ts';
import type { Changes, CutSession } from './cut-session.ts';
import { finishSession } from './finish-session.ts';
import { layOutSession } from './lay-out-session.ts';

export interface RecutOptions {
  /** The uuid to end at; by default the entry that the newest client would resume. */
  readonly leaf?: string;
  readonly cut?: CutOptions;
  readonly title: string;
}

export interface Recut {
  /** The conversation as it was laid out, before any cut. */
  readonly whole: CutSession;
  readonly session: CutSession;
  readonly changes: Changes;
  /** Lines of the source that have no part in the conversation, by reason. */
  readonly left: Changes;
}

export function recutThread(thread: Thread, { leaf, cut, title }: RecutOptions): Recut {
  const { session: whole, left } = layOutSession(thread, leaf);
  const { session, changes } = cutSession(whole, cut ?? {});
  const finished = finishSession(session, { title });
  return { whole, session: finished, changes, left };
}
