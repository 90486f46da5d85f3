// Shows how the total comes about: what each counting rule takes away or adds, from the bare sum of all lines on.
import { countOf } from '../base/format-number.ts';
import { SYNTHETIC } from '../log/fields.ts';
import { compareLedgers, type LedgerComparison } from './compare-ledgers.ts';
import { addFigures, type Figures, openFigures } from './figures.ts';
import { isBetterCopy, type Ledger } from './ledger.ts';
import type { PriceList } from './prices.ts';
import { isAtLeast, sumUsage, type UsageSum } from './sum-usage.ts';
import type { FileUsage, UsageFile, UsageRecord } from './usage-record.ts';

export interface ReconcileStep {
  readonly step: StepName;
  /** The rule of the format that asks for it. */
  readonly rule: string;
  readonly says: string;
  /** What the step changes: negative where it takes away. */
  readonly change: Figures;
}

type StepName =
  | 'raw'
  | 'repeated-lines'
  | 'copies'
  | 'fuller-copies'
  | 'agents'
  | 'internal-agents'
  | 'progress';

export interface Unknowable {
  readonly what: 'output-at-least' | 'no-client-ledger' | 'unpriced' | 'no-time';
  readonly count: number;
  /** A sentence for people. */
  readonly says: string;
}

/** From what stands on the lines to what was spent, step by step. */
export interface Reconciliation {
  /** Their changes add up to `total`. */
  readonly steps: readonly ReconcileStep[];
  readonly total: UsageSum;
  /** For sessions that have the client's own ledger: it beside ours, by model [E4]. */
  readonly comparisons: readonly LedgerComparison[];
  readonly unknowable: readonly Unknowable[];
}

const STEPS: readonly (readonly [step: StepName, rule: string, says: string])[] = [
  ['raw', 'M1', 'every line of a main session file that tells a usage'],
  ['repeated-lines', 'M3', 'further lines of an answer, each with the same figures again'],
  ['copies', 'K3', 'answers that stand in another session file too: forks and resumes'],
  ['fuller-copies', 'K3', 'a later line or copy knows more of the answer than the first'],
  ['agents', 'F2', "agents' answers, from files of their own"],
  ['internal-agents', 'F4', 'agents that the client started for itself: warm-ups, suggestions, compactions'],
  ['progress', 'K3', "agents' answers that only progress entries tell of"],
];

/** Lays out what each counting rule takes away or adds, as `clew stats --reconcile` does. */
export function reconcile(files: readonly FileUsage[], ledger: Ledger, prices: PriceList): Reconciliation {
  const changes = countChanges(files, prices);
  return {
    steps: STEPS.map(([step, rule, says]) => ({ step, rule, says, change: changes[step] })),
    total: sumUsage(ledger.messages, prices),
    comparisons: compareLedgers(ledger, prices),
    unknowable: listUnknowable(ledger, prices),
  };
}

function countChanges(files: readonly FileUsage[], prices: PriceList): Record<StepName, Figures> {
  const changes = Object.fromEntries(STEPS.map(([step]) => [step, openFigures()])) as Record<
    StepName,
    Figures
  >;
  const change = (step: StepName, record: UsageRecord, sign: 1 | -1): void =>
    addFigures(changes[step], record, record.model, sign, prices);
  const counted = new Map<string, Counted>();
  // Main files first: an agent's answer that stands there too is none that the agent's file adds.
  const order = [...files].sort(
    (a, b) => rank(a.file) - rank(b.file) || (a.file.file < b.file.file ? -1 : 1),
  );
  for (const { file, records } of order) {
    for (const record of records) {
      if (record.model === SYNTHETIC) continue;
      const isMain = file.kind === 'main' && record.source === 'entry';
      if (isMain) change('raw', record, 1);
      const before = record.id === undefined ? undefined : counted.get(record.id);
      if (!before) {
        if (!isMain) change(stepOf(record, file), record, 1);
        if (record.id !== undefined) counted.set(record.id, { record, file });
        continue;
      }
      if (isMain) change(before.file === file ? 'repeated-lines' : 'copies', record, -1);
      if (!isBetterCopy(record, file, before.record, before.file)) continue;
      change('fuller-copies', record, 1);
      change('fuller-copies', before.record, -1);
      counted.set(record.id as string, { record, file });
    }
  }
  return changes;
}

interface Counted {
  readonly record: UsageRecord;
  readonly file: UsageFile;
}

function rank({ kind }: UsageFile): number {
  return kind === 'main' ? 0 : kind === 'agent' ? 1 : 2;
}

function stepOf(record: UsageRecord, file: UsageFile): StepName {
  if (record.source === 'progress') return 'progress';
  return file.kind === 'internal' ? 'internal-agents' : 'agents';
}

function listUnknowable({ messages, clientLedgers }: Ledger, prices: PriceList): Unknowable[] {
  const atLeast = messages.filter(isAtLeast).length;
  const known = new Set(clientLedgers.map(({ sessionId }) => sessionId));
  const sessions = new Set(messages.map(({ sessionId }) => sessionId).filter((id) => !known.has(id)));
  const timeless = messages.filter(({ time }) => time === undefined).length;
  const { unpriced, unpricedRequests } = sumUsage(messages, prices);
  const found: Unknowable[] = [
    {
      what: 'output-at-least',
      count: atLeast,
      says: `The log does not know the whole output of ${countOf(atLeast, 'request')}: what is counted is at least that.`,
    },
    {
      what: 'no-client-ledger',
      count: sessions.size,
      says: `${countOf(sessions.size, 'session')} without the client's own ledger: what it asked and did not log (titles, compactions) is not known.`,
    },
    {
      what: 'unpriced',
      count: unpricedRequests,
      says: `${countOf(unpricedRequests, 'request')} of models without a price, not in the cost: ${unpriced.join(', ')}.`,
    },
    {
      what: 'no-time',
      count: timeless,
      says: `${countOf(timeless, 'request')} without a time, in no day and no block.`,
    },
  ];
  return found.filter(({ count }) => count > 0);
}
