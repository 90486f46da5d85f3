// `clew stats --reconcile`: how the total comes about, what the client's own ledger says, and what nobody can know.
import { countOf, formatCount } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { formatTokens } from '../../render/format.ts';
import type { LedgerComparison } from '../../stats/compare-ledgers.ts';
import type { Figures } from '../../stats/figures.ts';
import { buildLedger } from '../../stats/ledger.ts';
import { type Reconciliation, reconcile } from '../../stats/reconcile.ts';
import type { FileUsage } from '../../stats/usage-record.ts';
import type { CliContext } from '../context.ts';
import { formatMoney } from '../format-money.ts';
import { jsonText } from '../json-text.ts';
import { shortId } from '../short-id.ts';
import { type Column, layoutFor, printTable } from '../table.ts';
import { sumJson } from './stats-json.ts';
import type { StatsOptions } from './stats-options.ts';
import { chooseMessages } from './stats-rows.ts';

export function reconcileJson(files: readonly FileUsage[], options: StatsOptions): string {
  const { total, ...rest } = build(files, options);
  return jsonText({ ...rest, total: sumJson(total) }, 2);
}

export async function reconcileText(
  files: readonly FileUsage[],
  options: StatsOptions,
  context: CliContext,
): Promise<string> {
  const layout = layoutFor(context);
  const found = build(files, options);
  const { steps, total, comparisons, unknowable } = found;
  const raw = steps[0]?.change;
  const sentence = `${formatMoney(raw?.costUSD ?? 0)} stand on the lines; counted by the rules it is ${formatMoney(total.costUSD)}.`;
  const rows: StepRow[] = [
    ...steps
      .filter(({ step, change }) => step === 'raw' || change.requests !== 0 || change.output !== 0)
      .map(({ step, rule, says, change }, i) => ({
        name: step,
        rule: `[${rule}]`,
        says,
        change,
        sign: i > 0,
      })),
    {
      name: 'total',
      rule: '',
      says: 'every answer once',
      change: { ...total, costUSD: total.costUSD ?? 0 },
      sign: false,
    },
  ];
  const parts = [sentence, '', (await printTable(rows, stepColumns(), layout)).trimEnd()];
  const differing = comparisons.filter(({ agrees }) => !agrees);
  if (comparisons.length > 0) {
    parts.push('', ledgerSentence(comparisons, differing));
    if (differing.length > 0)
      parts.push('', (await printTable(differing, comparisonColumns(), layout)).trimEnd());
  }
  if (unknowable.length > 0) {
    parts.push('', 'What cannot be known:');
    for (const { says } of unknowable) parts.push(`  ${stripToLine(says)}`);
  }
  return `${parts.join('\n')}\n`;
}

function build(files: readonly FileUsage[], options: StatsOptions): Reconciliation {
  const whole = buildLedger(files);
  const ledger = chooseMessages(whole, options);
  if (ledger === whole) return reconcile(files, ledger, options.prices);
  // Of a part, only the lines of its answers are laid out.
  const ids = new Set(ledger.messages.map(({ id }) => id));
  const chosen = files.map((file) => ({ ...file, records: file.records.filter(({ id }) => ids.has(id)) }));
  return reconcile(chosen, ledger, options.prices);
}

interface StepRow {
  readonly name: string;
  readonly rule: string;
  readonly says: string;
  readonly change: Figures;
  readonly sign: boolean;
}

function stepColumns(): Column<StepRow>[] {
  const figure = (head: string, name: keyof Figures, minor?: number): Column<StepRow> => ({
    head,
    cell: ({ change, sign }) =>
      name === 'costUSD' ? signedMoney(change.costUSD, sign) : signed(change[name], formatTokens, sign),
    align: 'right',
    ...(minor === undefined ? {} : { minor }),
  });
  return [
    { head: 'step', cell: ({ name }) => name },
    {
      head: 'requests',
      cell: ({ change, sign }) => signed(change.requests, formatCount, sign),
      align: 'right',
      minor: 2,
    },
    figure('input', 'input', 4),
    figure('output', 'output', 1),
    figure('cache read', 'cacheRead', 3),
    figure('write 5m', 'cacheWrite5m', 5),
    figure('write 1h', 'cacheWrite1h', 5),
    figure('cost', 'costUSD'),
    { head: 'what', cell: ({ says, rule }) => `${says} ${rule}`.trim(), gives: true },
  ];
}

function comparisonColumns(): Column<LedgerComparison>[] {
  const figure = (head: string, name: keyof Figures, minor: number): Column<LedgerComparison> => ({
    head,
    cell: ({ unlogged }) =>
      name === 'costUSD' ? signedMoney(unlogged.costUSD, true) : signed(unlogged[name], formatTokens, true),
    align: 'right',
    minor,
  });
  return [
    { head: 'session', cell: ({ sessionId }) => stripToLine(shortId(sessionId ?? '')) },
    { head: 'model', cell: ({ model }) => stripToLine(model), gives: true },
    figure('input', 'input', 3),
    figure('output', 'output', 2),
    figure('cache read', 'cacheRead', 4),
    figure('write 5m', 'cacheWrite5m', 5),
    figure('write 1h', 'cacheWrite1h', 5),
    figure('cost', 'costUSD', 1),
    { head: 'reason', cell: ({ reason }) => reason },
  ];
}

function ledgerSentence(
  comparisons: readonly LedgerComparison[],
  differing: readonly LedgerComparison[],
): string {
  const sessions = new Set(comparisons.map(({ sessionId }) => sessionId)).size;
  const head = `The client's own ledger is there for ${countOf(sessions, 'session')}`;
  if (differing.length === 0) return `${head}, and agrees for every model.`;
  const cost = differing.reduce((sum, { unlogged }) => sum + unlogged.costUSD, 0);
  return `${head}; it agrees for ${formatCount(comparisons.length - differing.length)} of ${formatCount(comparisons.length)} models. The rest, the client’s figures minus the log’s [K4], comes to ${formatMoney(cost)}:`;
}

function signed(figure: number, format: (figure: number) => string, sign: boolean): string {
  const text = format(Math.abs(figure));
  return figure < 0 ? `−${text}` : sign && figure > 0 ? `+${text}` : text;
}

function signedMoney(usd: number, sign: boolean): string {
  return sign && usd > 0 ? `+${formatMoney(usd)}` : formatMoney(usd);
}
