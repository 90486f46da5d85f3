// Where a clone may end, what it is called, and why there can be none.
import { Refusal } from '../base/refusal.ts';
import { predictResume } from '../context/predict-resume.ts';
import { isCompactBoundary, uuidOf } from '../log/fields.ts';
import type { LinkedLines } from '../session/session.ts';
import type { CutSession } from '../transform/cut-session.ts';

/** The uuid of the last link before each compaction of a conversation; `before` is the one before its first link. */
export function leavesBefore({ items }: CutSession, before?: string): (string | undefined)[] {
  const leaves: (string | undefined)[] = [];
  let last = before;
  for (const { role, entry } of items) {
    if (role !== 'chain' || !entry) continue;
    if (isCompactBoundary(entry)) leaves.push(last);
    last = uuidOf(entry);
  }
  return leaves;
}

/** The leaf that undoes the last `count` compactions. */
export function pickLeaf(leaves: readonly (string | undefined)[], count: number): string {
  if (count > leaves.length) {
    const found = leaves.length === 0 ? 'was never compacted' : `was compacted ${times(leaves.length)}`;
    throw new Refusal(
      'no-compaction',
      `The session ${found} on the way to its end.`,
      'Leave --uncompact out.',
    );
  }
  const leaf = leaves.at(-count);
  if (leaf === undefined) {
    throw new Refusal('history-gone', 'What stood before the compaction is not in this file.');
  }
  return leaf;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

const MARK = ' (clone)';

/** The source's title with a mark that tells the two apart in a picker; a clone's clone gets no second one. */
export function cloneTitle(source: string): string {
  const title = source || 'Session';
  return title.endsWith(MARK) ? title : `${title}${MARK}`;
}

export function nothingToResume(thread: LinkedLines): Refusal {
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
