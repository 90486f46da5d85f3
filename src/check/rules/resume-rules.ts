// Rules about what a resume loads: nothing at all, or less than the file holds, and what other clients make of it.
import { compareVersions } from '../../base/compare-versions.ts';
import { countOf } from '../../base/format-number.ts';
import { quoteWord } from '../../base/quote-word.ts';
import type { ClientDifference } from '../../context/compare-clients.ts';
import type { LossReason } from '../../context/item.ts';
import type { Loss } from '../../context/list-losses.ts';
import type { Severity } from '../../session/problem.ts';
import { type CheckedSession, isTalk } from '../checked-session.ts';
import type { CheckRule, Found } from '../finding.ts';
import { cloneRemedy, NOTHING_TO_DO, repairRemedy } from '../wording.ts';
import { loads } from './chain-rules.ts';

const notResumable: CheckRule = {
  id: 'not-resumable',
  formatRule: 'R1',
  severity: 'error',
  find: (checked) => {
    const { prediction, kind, thread } = checked;
    if (kind === 'agent' || thread.entries.length === 0) return [];
    if (prediction.of === 0) {
      if (thread.entries.some(isTalk)) return [];
      const message = 'The file holds no messages: the client finds no conversation in it.';
      return [{ message, remedy: NOTHING_TO_DO, severity: 'note' }];
    }
    if (prediction.refused !== undefined) {
      const message = `The client does not resume it (“${prediction.refused}”), though it holds ${countOf(prediction.of, 'message')}.`;
      return [{ at: thread.entries.find(isTalk), message, remedy: repairRemedy(checked) }];
    }
    if (prediction.loads > 0) return [];
    const message = `A resume loads none of ${countOf(prediction.of, 'message')}.`;
    return [{ at: prediction.leaf, message, remedy: repairRemedy(checked) }];
  },
};

const beginsWithAnswer: CheckRule = {
  id: 'begins-with-answer',
  formatRule: 'R6',
  severity: 'error',
  find: (checked) => {
    const [first] = checked.kind === 'agent' ? [] : checked.prediction.messages;
    if (first?.role !== 'assistant') return [];
    const message =
      'A resume begins with an answer, whose prompt is lost: the API takes no conversation that begins so.';
    return [{ at: first.sources[0]?.entries[0], message, remedy: repairRemedy(checked) }];
  },
};

/** Losses that no other rule reports: what each means, how grave it is and what helps. */
const LOSSES: readonly (readonly [
  LossReason,
  Severity,
  (n: number) => string,
  'branch' | 'uncompact' | '',
])[] = [
  [
    'other-branch',
    'note',
    (n) => `${entries(n)} on branches that were left behind ${are(n)} not loaded`,
    'branch',
  ],
  ['compacted', 'note', (n) => `${entries(n)} before the last compaction ${are(n)} not loaded`, 'uncompact'],
  ['parallel-call', 'warning', (n) => `${entries(n)} of parallel calls ${are(n)} not loaded`, ''],
  ['foreign-thinking', 'note', (n) => `${entries(n)} of thinking by another model ${are(n)} not sent`, ''],
  [
    'thinking-only',
    'note',
    (n) => `${entries(n)} that ${n === 1 ? 'holds' : 'hold'} only thinking ${are(n)} not sent`,
    '',
  ],
];

const unreachable: CheckRule = {
  id: 'unreachable-messages',
  formatRule: 'R3',
  severity: 'note',
  find: (checked) => {
    const { prediction, kind } = checked;
    if (kind === 'agent' || prediction.refused !== undefined) return [];
    return LOSSES.flatMap(([reason, severity, say, help]): Found[] => {
      const lost = prediction.lost.filter((loss) => loss.reason === reason);
      const last = lost.at(-1);
      if (!last) return [];
      const message = `${say(lost.length)} (resume loads ${loads(checked)}).`;
      return [{ at: last.entry, message, remedy: remedyFor(checked, help, last), severity }];
    });
  },
};

const compactsFirst: CheckRule = {
  id: 'compacts-first',
  formatRule: 'R3',
  severity: 'note',
  find: (checked) => {
    const { compaction, leaf } = checked.prediction;
    if (!compaction?.compacts) return [];
    const message = `The client compacts before it goes on: the last answer ended at ${compaction.tokens.toLocaleString('en-US')} tokens.`;
    return [{ at: leaf, message, remedy: cloneRemedy(checked, '--fit 120k') }];
  },
};

const olderClientsHang: CheckRule = {
  id: 'older-clients-hang',
  formatRule: 'R4',
  severity: 'warning',
  find: (checked) =>
    differences(checked, (difference) => difference.kind === 'hangs').map((difference) => ({
      at: checked.prediction.leaf,
      message: `${whoOf(difference)} would never come back from the circle of parents.`,
      remedy: repairRemedy(checked),
    })),
};

const olderClientsFail: CheckRule = {
  id: 'older-clients-fail',
  formatRule: 'R12',
  severity: 'warning',
  find: (checked) =>
    differences(checked, ({ kind }) => kind === 'fails' || kind === 'refuses').map((difference) => ({
      at: checked.prediction.leaf,
      message: `${whoOf(difference)} would ${difference.kind === 'fails' ? 'fail to resume it' : 'find no conversation in it'}.`,
      remedy: repairRemedy(checked),
    })),
};

const olderClientsOtherLeaf: CheckRule = {
  id: 'older-clients-other-leaf',
  formatRule: 'R1',
  severity: 'note',
  find: (checked) => {
    const other = differences(
      checked,
      ({ otherLeaf, fewer, kind }) => kind === 'loads-otherwise' && otherLeaf && fewer > 0,
    );
    const worst = other.reduce<ClientDifference | undefined>(
      (a, b) => (a && a.fewer >= b.fewer ? a : b),
      undefined,
    );
    if (!worst) return [];
    return [
      {
        at: checked.prediction.leaf,
        message: `${whoOf(worst)} would go on from another entry, the newest by time, and leave out ${countOf(worst.fewer, 'entry', 'entries')}.`,
        remedy: cloneRemedy(checked),
        severity: concerns(worst, checked) && isMuch(worst, checked) ? 'warning' : 'note',
      },
    ];
  },
};

const olderClientsLose: CheckRule = {
  id: 'older-clients-lose-entries',
  formatRule: 'R2',
  severity: 'note',
  find: (checked) => {
    const lossy = differences(
      checked,
      ({ otherLeaf, fewer, kind }) => kind === 'loads-otherwise' && !otherLeaf && fewer > 0,
    );
    const [first, last] = [lossy[0], lossy.at(-1)];
    if (!first || !last) return [];
    const most = Math.max(...lossy.map(({ fewer }) => fewer));
    return [
      {
        at: checked.prediction.leaf,
        message: `${whoOf({ ...first, to: last.to })} would leave out ${most === 1 ? '' : 'up to '}${countOf(most, 'entry', 'entries')} that the newest client loads: parallel calls, or what is before a gap.`,
        remedy: cloneRemedy(checked),
      },
    ];
  },
};

export const resumeRules: readonly CheckRule[] = [
  notResumable,
  beginsWithAnswer,
  unreachable,
  compactsFirst,
  olderClientsHang,
  olderClientsFail,
  olderClientsOtherLeaf,
  olderClientsLose,
];

function entries(n: number): string {
  return countOf(n, 'entry', 'entries');
}

function are(n: number): string {
  return n === 1 ? 'is' : 'are';
}

function remedyFor(checked: CheckedSession, help: 'branch' | 'uncompact' | '', last: Loss): string {
  if (help === 'branch')
    return `${cloneRemedy(checked, `--branch ${quoteWord(last.uuid.slice(0, 8))}`)} takes the newest of them.`;
  return help === 'uncompact' ? `${cloneRemedy(checked, '--uncompact')} takes them back.` : NOTHING_TO_DO;
}

function differences(
  { prediction, kind }: CheckedSession,
  fits: (difference: ClientDifference) => boolean,
): readonly ClientDifference[] {
  return kind === 'agent' ? [] : prediction.differences.filter(fits);
}

function whoOf({ from, to }: ClientDifference): string {
  return from === to ? `Client ${from}` : `Clients ${from} to ${to}`;
}

/** An entry or two at the end differ in many sound sessions: results of parallel calls, a report behind the answer. */
function isMuch({ fewer }: ClientDifference, { prediction }: CheckedSession): boolean {
  return fewer > 4 && fewer * 10 > prediction.entries.length;
}

/** Whether the session was last written by a client that is no newer: its owner may well resume it with that one. */
function concerns({ to }: ClientDifference, { version }: CheckedSession): boolean {
  return version !== undefined && compareVersions(version, to) <= 0;
}
