// Rules about the links between entries: gaps, second beginnings, circles, strangers in the chain, repeated uuids [G1]–[G8].

import { countOf } from '../../base/format-number.ts';
import type { LossReason } from '../../context/item.ts';
import type { Node } from '../../context/read-nodes.ts';
import { isCompactBoundary, isSidechain, messageOf, parentUuidOf, typeOf } from '../../log/fields.ts';
import { isKnownType } from '../../log/known-format.ts';
import type { Entry } from '../../log/line.ts';
import { listLines } from '../../log/list-lines.ts';
import { userKind } from '../../session/user-kind.ts';
import { type CheckedSession, isOwn } from '../checked-session.ts';
import type { CheckRule, Found } from '../finding.ts';
import { sameJson } from '../same-json.ts';
import { cloneRemedy, NOTHING_TO_DO, repairRemedy, shortId } from '../wording.ts';

const danglingParent: CheckRule = {
  id: 'dangling-parent',
  formatRule: 'G6',
  severity: 'warning',
  find: (checked) => [
    ...gapsOnPath(checked, (node) => gapKind(checked, node) === 'missing'),
    ...gapsBeside(checked),
  ],
};

const unknownTypeInChain: CheckRule = {
  id: 'unknown-type-in-chain',
  formatRule: 'R4',
  severity: 'warning',
  find: (checked) => gapsOnPath(checked, (node) => gapKind(checked, node) === 'stranger'),
};

const cycle: CheckRule = {
  id: 'cycle',
  formatRule: 'G6',
  severity: 'warning',
  find: (checked) => {
    const onPath = gapsOnPath(checked, (node) => gapKind(checked, node) === 'circle');
    if (onPath.length > 0) return onPath;
    return checked.thread.graph.problems
      .filter(({ rule, severity }) => rule === 'G6' && severity === 'error')
      .map(
        (at): Found => ({
          at,
          message: 'The parents lead in a circle, beside what a resume loads.',
          remedy: NOTHING_TO_DO,
          severity: 'note',
        }),
      );
  },
};

const nullParent: CheckRule = {
  id: 'null-parent',
  formatRule: 'R4',
  severity: 'error',
  find: (checked) => {
    const first = checked.selected.walk?.nodes[0];
    if (!first || first.parent !== undefined || isCompactBoundary(first.entry)) return [];
    const lost = countLost(checked, 'another-root');
    if (lost === 0) return [];
    // A prompt without a parent is what a rewind to the very beginning leaves; nothing else can begin a conversation.
    const begins = first.type === 'user' && userKind(first.entry) !== 'tool-result';
    const what = begins
      ? `The conversation begins anew at this prompt: ${countOf(lost, 'earlier entry', 'earlier entries')} not loaded`
      : `The ${first.type} entry has no parent in the middle of the conversation: ${countOf(lost, 'entry', 'entries')} before it not loaded`;
    return [
      {
        at: first.entry,
        message: `${what} (resume loads ${loads(checked)}).`,
        remedy: begins
          ? `Fine if you rewound to the beginning; else ${beginningRemedy(checked, first.entry)}`
          : repairRemedy(checked),
        severity: begins ? 'warning' : 'error',
      },
    ];
  },
};

const hungOnProgress: CheckRule = {
  id: 'hung-on-progress',
  formatRule: 'R4',
  severity: 'note',
  find: (checked) => {
    const { graph, entries } = checked.thread;
    const hung = entries.filter((entry) => {
      if (typeOf(entry) === 'progress' || !checked.path.has(entry)) return false;
      const parent = graph.byUuid.get(parentUuidOf(entry) ?? '');
      return parent !== undefined && typeOf(parent.entry) === 'progress';
    });
    if (hung.length === 0) return [];
    const message = `${countOf(hung.length, 'entry hangs', 'entries hang')} on progress entries (${listLines(hung)}): clients before 2.1.50 lose all before the last of them.`;
    return [{ at: hung[0], message, remedy: cloneRemedy(checked) }];
  },
};

const parentLater: CheckRule = {
  id: 'parent-later-in-file',
  formatRule: 'G5',
  severity: 'note',
  find: (checked) => {
    const late = checked.thread.graph.problems.filter(({ rule }) => rule === 'G5');
    if (late.length === 0) return [];
    const message = `${countOf(late.length, 'entry names', 'entries name')} a parent that stands later in the file (${listLines(late)}).`;
    return [{ at: late[0], message, remedy: NOTHING_TO_DO }];
  },
};

const duplicateUuid: CheckRule = {
  id: 'duplicate-uuid',
  formatRule: 'G8',
  severity: 'warning',
  find: (checked) => {
    const { repeated, byUuid } = checked.thread.graph;
    const differing: Entry[] = [];
    const same: Entry[] = [];
    for (const entry of repeated) {
      const last = byUuid.get(entry.value.uuid as string)?.entry;
      if (last && saysElse(entry, last)) differing.push(entry);
      else same.push(entry);
    }
    const found: Found[] = differing.map((at) => ({
      at,
      message: `The uuid ${shortId(at.value.uuid as string)} is used again further down with other content: only the last is loaded.`,
      remedy: NOTHING_TO_DO,
    }));
    if (same.length > 0) {
      const message = `${countOf(same.length, 'entry is', 'entries are')} logged again further down with the same content (${listLines(same)}).`;
      found.push({ at: same[0], message, remedy: NOTHING_TO_DO, severity: 'note' });
    }
    return found;
  },
};

export const chainRules: readonly CheckRule[] = [
  danglingParent,
  unknownTypeInChain,
  cycle,
  nullParent,
  hungOnProgress,
  parentLater,
  duplicateUuid,
];

type GapKind = 'missing' | 'stranger' | 'circle';

function gapKind({ selected, thread }: CheckedSession, node: Node): GapKind {
  if (node.parent !== undefined && selected.table.byUuid.has(node.parent)) return 'circle';
  const parent = thread.graph.byUuid.get(node.parent ?? '');
  return parent && !isKnownType(typeOf(parent.entry)) ? 'stranger' : 'missing';
}

const GAPS: Readonly<Record<GapKind, (node: Node) => string>> = {
  missing: (node) => `names a parent that the client does not find: ${shortId(node.parent ?? '')}`,
  stranger: () => 'hangs on an entry of a type that the client does not know',
  circle: () => 'is its own ancestor: the parents lead in a circle',
};

/** Gaps that the resumed path ends at, which cut the conversation, or passes by time. */
function gapsOnPath(checked: CheckedSession, fits: (node: Node) => boolean): readonly Found[] {
  const { walk } = checked.selected;
  if (!walk || checked.kind === 'agent') return [];
  const found: Found[] = [];
  const first = walk.nodes[0];
  if (first && walk.begins !== 'root' && fits(first)) {
    const lost = countLost(checked, 'broken-link');
    const what = `The entry ${GAPS[gapKind(checked, first)](first)}.`;
    if (lost > 0) {
      found.push({
        at: first.entry,
        message: `${what} ${countOf(lost, 'entry', 'entries')} before it cannot be loaded (resume loads ${loads(checked)}).`,
        remedy: repairRemedy(checked),
        severity: 'error',
      });
    } else if (gapKind(checked, first) === 'circle') {
      const message = `${what} The newest client loses nothing by it; others lose all before it, or never come back.`;
      found.push({ at: first.entry, message, remedy: repairRemedy(checked) });
    } else {
      const message = `${what} The file holds no message before it: what came earlier is elsewhere or gone.`;
      found.push({ at: first.entry, message, remedy: NOTHING_TO_DO, severity: 'note' });
    }
  }
  for (const node of walk.mended.filter(fits)) {
    found.push({
      at: node.entry,
      message: `The entry ${GAPS[gapKind(checked, node)](node)}. The newest client goes on at the entry nearest in time; others lose all before it.`,
      remedy: repairRemedy(checked),
    });
  }
  return found;
}

/** Missing parents off the path, as one finding: rewound or detached stretches that a resume does not load anyway. */
function gapsBeside(checked: CheckedSession): readonly Found[] {
  const { graph } = checked.thread;
  const walked = new Set(checked.selected.walk?.nodes.map((node) => node.entry));
  const beside = graph.nodes.filter((node) => {
    const parent = parentUuidOf(node.entry);
    return parent !== undefined && !graph.byUuid.has(parent) && !walked.has(node.entry);
  });
  const own = beside.map((node) => node.entry).filter((entry) => isOwn(entry, checked.kind));
  if (own.length === 0) return [];
  const agent = checked.kind === 'agent';
  const message = `${countOf(own.length, 'entry names', 'entries name')} a parent that is not in the file${agent ? '' : ', beside what a resume loads'} (${listLines(own)}).`;
  // Before the first of all there is nothing that it could hang on, and on progress hangs nothing that is said.
  const [first] = graph.roots;
  const canHang = own.some((entry) => entry !== first?.entry && typeOf(entry) !== 'progress');
  const remedy = agent || !canHang ? NOTHING_TO_DO : repairRemedy(checked);
  return [{ at: own[0], message, remedy, severity: 'note' }];
}

// What stands first in the file hangs on nothing by right: the rest is another branch.
function beginningRemedy(checked: CheckedSession, beginning: Entry): string {
  return checked.thread.graph.roots[0]?.entry === beginning
    ? `clew show ${checked.selector} --branch list names the rest`
    : repairRemedy(checked);
}

function countLost({ prediction }: CheckedSession, reason: LossReason): number {
  return prediction.lost.filter((loss) => loss.reason === reason && !isSidechain(loss.entry)).length;
}

export function loads({ prediction }: CheckedSession): string {
  return `${prediction.loads} of ${countOf(prediction.of, 'message')}`;
}

function saysElse(a: Entry, b: Entry): boolean {
  if (typeOf(a) !== typeOf(b) || parentUuidOf(a) !== parentUuidOf(b)) return true;
  return !sameJson(messageOf(a)?.content, messageOf(b)?.content);
}
