// Marks the places where a branch was rewound, with the other ways that lead on from there.
import { groupBy } from '../base/group-by.ts';
import { contentText } from '../log/block.ts';
import { messageOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { Branch } from '../session/branches.ts';
import type { Node } from '../session/graph.ts';
import type { Segment } from '../session/segments.ts';
import type { Thread } from '../session/session.ts';
import type { ForkRow, OtherWay } from './row.ts';
import { sourceOf } from './row-source.ts';

/** Forks along a branch, by the entry that each row stands before or behind. */
export interface ForkRows {
  readonly before: ReadonlyMap<Entry, ForkRow>;
  readonly behind: ReadonlyMap<Entry, ForkRow>;
}

export function findForks(thread: Thread, branch: Branch): ForkRows {
  const before = new Map<Entry, ForkRow>();
  const behind = new Map<Entry, ForkRow>();
  const through = branchesThrough(thread.branches, new Set(branch.segments));
  for (const [i, segment] of branch.segments.entries()) {
    const next = branch.segments[i + 1];
    const others = segment.children.filter((child) => child !== next && child.state !== 'phantom');
    for (const [parent, ways] of groupBy(others, ({ start }) => start.parent)) {
      if (!parent) continue;
      const row = forkRow(parent, ways, through);
      // Beside a way that this branch took, the note stands where the ways part; else behind the last common entry.
      if (next && next.start.parent === parent) before.set(next.start.entry, row);
      else behind.set(parent.entry, row);
    }
  }
  return { before, behind };
}

type Through = ReadonlyMap<Segment, readonly { readonly number: number; readonly leaf: string }[]>;

// From the leaf back to where it leaves the way that is shown: the stretches before that are the same for all of thousands.
function branchesThrough(branches: readonly Branch[], shown: ReadonlySet<Segment>): Through {
  const through = new Map<Segment, { number: number; leaf: string }[]>();
  for (const [i, { segments, leaf }] of branches.entries()) {
    const named = { number: i + 1, leaf: leaf.uuid };
    for (let at = segments.length - 1; at >= 0; at--) {
      const segment = segments[at] as Segment;
      if (shown.has(segment)) break;
      const list = through.get(segment);
      if (list) list.push(named);
      else through.set(segment, [named]);
    }
  }
  return through;
}

function forkRow(parent: Node, ways: readonly Segment[], through: Through): ForkRow {
  const others = ways.map(
    (segment): OtherWay => ({
      state: segment.state === 'cancelled' ? 'cancelled' : 'live',
      text: openingText(segment),
      time: timeOf(segment.start.entry),
      branches: through.get(segment) ?? [],
    }),
  );
  return { kind: 'fork', ...sourceOf(parent.entry), others };
}

// A way may open with an attachment or a system entry; the first message says what it is about.
function openingText(segment: Segment): string {
  for (const { entry } of segment.nodes) {
    const text = contentText(messageOf(entry)?.content).trim();
    if (text !== '') return text;
  }
  return '';
}
