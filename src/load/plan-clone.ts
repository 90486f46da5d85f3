// Plans a clone without touching the disk: what it would hold, what goes, and what it weighs before and after.
import { Refusal } from '../base/refusal.ts';
import { predictResume } from '../context/predict-resume.ts';
import type { ContextNow } from '../context/tokens/context-now.ts';
import { isCompactBoundary, uuidOf } from '../log/fields.ts';
import type { Thread } from '../session/session.ts';
import { sessionTitle } from '../session/titles.ts';
import { type CutOptions, cutSession } from '../transform/cut.ts';
import { addChanges, type Changes, type CutSession, listTurns } from '../transform/cut-session.ts';
import { explainIdle } from '../transform/explain-idle.ts';
import { finishSession } from '../transform/finish-session.ts';
import { fitSession } from '../transform/fit-session.ts';
import { layOutSession } from '../transform/lay-out-session.ts';
import { markSize } from '../transform/mark-size.ts';
import { ledgerOf, measureCut } from '../transform/measure-cut.ts';
import { settleUsage } from '../transform/settle-usage.ts';

export interface CloneCuts {
  /** The uuid to end at; by default where the newest client would resume. */
  readonly leaf?: string;
  /** How many compactions to undo: the clone ends before the last, or before the last two … */
  readonly uncompact?: number;
  /** Applied one after another. */
  readonly cuts?: readonly CutOptions[];
  /** The tokens that a resume may load; more cuts are chosen until it fits. */
  readonly fit?: number;
  readonly title?: string;
}

export interface ClonePlan {
  /** Finished, but still with the ids of its source. */
  readonly session: CutSession;
  readonly title: string;
  readonly changes: Changes;
  /** Lines of the source that have no part in the conversation, by reason. */
  readonly left: Changes;
  readonly turns: { readonly before: number; readonly after: number };
  readonly context: { readonly before: ContextNow; readonly after: ContextNow };
  /** What a person should know besides, one sentence each. */
  readonly notes: readonly string[];
}

export function planClone(thread: Thread, options: CloneCuts): ClonePlan {
  const own = layOutSession(thread);
  const leaf = options.uncompact === undefined ? options.leaf : leafBefore(own.session, options.uncompact);
  const { session: whole, left } = leaf === undefined ? own : layOutSession(thread, leaf);
  if (!whole.items.some((item) => item.role === 'chain')) throw nothingToResume(thread);
  const title = options.title ?? cloneTitle(thread);
  const ledger = ledgerOf(whole, thread);
  const ownLedger = leaf === undefined ? ledger : ledgerOf(own.session, thread);
  const before = measureCut(finishSession(own.session, { title }), ownLedger).context;
  const notes: string[] = [];
  let session = whole;
  let changes: Changes = {};
  for (const cut of options.cuts ?? []) {
    const next = cutSession(session, cut);
    notes.push(...explainIdle(session, cut, next.changes));
    session = next.session;
    changes = addChanges(changes, next.changes);
  }
  if (options.fit !== undefined) {
    const next = fitSession(session, options.fit, ledger);
    session = next.session;
    changes = addChanges(changes, next.changes);
  }
  const finished = finishSession(session, { title });
  const { context: after, prediction } = measureCut(finished, ledger);
  if (prediction.messages.length === 0) {
    throw new Refusal('nothing-left', 'The cut leaves nothing that could be resumed.', 'Cut less.');
  }
  const settled = settleUsage(finished, after.total);
  const isCut = Object.keys(changes).length > 0;
  return {
    session: isCut ? markSize(settled.session, after.total) : settled.session,
    title,
    changes: addChanges(changes, settled.changes),
    left,
    turns: { before: countTurns(own.session), after: countTurns(session) },
    context: { before, after },
    notes,
  };
}

function countTurns(session: CutSession): number {
  return listTurns(session).filter((turn) => turn > 0).length;
}

/** The uuid of the last entry before a compaction, counted from the end. */
function leafBefore(session: CutSession, count: number): string {
  const chain = session.items.filter((item) => item.role === 'chain');
  const boundaries = chain.flatMap((item, at) => (item.entry && isCompactBoundary(item.entry) ? [at] : []));
  const at = boundaries.at(-count);
  if (at === undefined) {
    const found =
      boundaries.length === 0 ? 'was never compacted' : `was compacted ${times(boundaries.length)}`;
    throw new Refusal(
      'no-compaction',
      `The session ${found} on the way to its end.`,
      'Leave --uncompact out.',
    );
  }
  const last = chain[at - 1]?.entry;
  if (!last) {
    throw new Refusal('history-gone', 'What stood before the compaction is not in this file.');
  }
  return uuidOf(last) as string;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

const MARK = ' (clone)';

/** The source's title with a mark that tells the two apart in a picker; a clone's clone gets no second one. */
function cloneTitle(thread: Thread): string {
  const title = sessionTitle(thread.lines).title || 'Session';
  return title.endsWith(MARK) ? title : `${title}${MARK}`;
}

function nothingToResume(thread: Thread): Refusal {
  const said = thread.entries.filter(({ value }) => value.type === 'user' || value.type === 'assistant');
  const code = 'nothing-to-resume';
  if (thread.entries.length === 0)
    return new Refusal(code, 'The session is empty: there is nothing to clone.');
  if (said.length === 0) {
    return new Refusal(code, 'Nothing was said in this session: no client would find a conversation in it.');
  }
  const { refused } = predictResume(thread.lines);
  const why = said.every(({ value }) => value.isSidechain === true)
    ? 'every line belongs to a sub-agent'
    : said.every(({ value }) => typeof value.timestamp !== 'string')
      ? 'no line has a timestamp'
      : (refused ?? 'no line leads to an end').toLowerCase();
  return new Refusal(
    code,
    `No client can resume this session (${why}), so a clone could not be resumed either.`,
    'See what is wrong with it: `clew check`; mend it: `clew repair`.',
  );
}
