// The rows of `clew stats` for people: a sentence that answers, a table with bars, and remarks on what is not known.
import pc from 'picocolors';
import { countOf, formatCount } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { bar } from '../../render/context/bars.ts';
import { formatTokens } from '../../render/format.ts';
import type { BlockRow } from '../../stats/group-blocks.ts';
import type { ModelRow, UsageRow } from '../../stats/group-usage.ts';
import { totalTokens, type UsageSum } from '../../stats/sum-usage.ts';
import type { CliContext } from '../context.ts';
import { formatMoney } from '../format-money.ts';
import { shortId } from '../short-id.ts';
import { type Column, layoutFor, printTable } from '../table.ts';
import type { StatsOptions } from './stats-options.ts';
import type { CountedRows } from './stats-rows.ts';

interface TableRow {
  readonly name: string;
  readonly sum: ModelRow;
  /** Of the largest row: by cost, or by tokens where nothing has a price. */
  readonly share: number;
  readonly row: UsageRow | BlockRow | undefined;
  readonly level: 'row' | 'model' | 'total';
}

export async function statsText(
  counted: CountedRows,
  options: StatsOptions,
  context: CliContext,
): Promise<string> {
  const paint = pc.createColors(context.color);
  const table = await printTable(tableRows(counted, options), columnsOf(options, paint), layoutFor(context));
  const wrap = await sentenceWrap(context);
  const remarks = remarksOf(counted, options).map((remark) => paint.dim(wrap(remark)));
  return `${[wrap(answer(counted, options)), '', table.trimEnd(), ...(remarks.length > 0 ? ['', ...remarks] : [])].join('\n')}\n`;
}

// In a pipe a sentence stays on one line, and nothing that breaks lines needs to be loaded.
async function sentenceWrap({ terminal, columns }: CliContext): Promise<(sentence: string) => string> {
  if (!terminal) return (sentence) => sentence;
  const { wrapWords } = await import('../../render/terminal/fit-text.ts');
  return (sentence) => wrapWords(sentence, columns).join('\n');
}

function answer(
  { rows, totals, from, to, found, costliest }: CountedRows,
  { by, clock }: StatsOptions,
): string {
  const open = rows.find((row): row is BlockRow => 'active' in row && row.active);
  if (by === 'block' && open) return answerBlock(open, clock.minuteOf);
  const span =
    from === undefined || to === undefined
      ? ''
      : clock.dayOf(from) === clock.dayOf(to)
        ? ` on ${clock.dayOf(from)}`
        : ` from ${clock.dayOf(from)} to ${clock.dayOf(to)}`;
  const cost = `${totals.unpriced.length > 0 && totals.costUSD !== undefined ? 'At least ' : ''}${formatMoney(totals.costUSD)}`;
  const head = `${cost} for ${formatTokens(totalTokens(totals))} tokens in ${countOf(totals.requests, 'request')}${span}`;
  if (!costliest || found < 2) return `${head}.`;
  return `${head}; the costliest ${by} was ${rowName(costliest, by, clock.minuteOf, clock.dayOf)}, ${formatMoney(costliest.costUSD)}.`;
}

function answerBlock(block: BlockRow, minuteOf: (time: number) => string): string {
  const { burnRate, projection } = block;
  const span = `${minuteOf(block.start)} to ${minuteOf(block.end)}`;
  const head = `The open block (${span}) has cost ${formatMoney(block.costUSD)} so far`;
  if (!burnRate || !projection) return `${head}.`;
  return `${head}, ${formatMoney(burnRate.costPerHour)} an hour; going on like this it comes to ${formatMoney(projection.costUSD)}.`;
}

function tableRows({ rows, totals, found }: CountedRows, options: StatsOptions): TableRow[] {
  const { by, clock, breakdown } = options;
  const weigh = (sum: UsageSum): number =>
    totals.costUSD === undefined ? totalTokens(sum) : (sum.costUSD ?? 0);
  const most = rows.reduce((max, row) => Math.max(max, weigh(row)), 0) || 1;
  const shown = rows.flatMap((row): TableRow[] => {
    const name = rowName(row, by, clock.minuteOf, clock.dayOf);
    const own: TableRow = { name, sum: row, share: weigh(row) / most, row, level: 'row' };
    if (!breakdown) return [own];
    const models = row.models.map(
      (sum): TableRow => ({
        name: `  ${stripToLine(sum.key)}`,
        sum,
        share: weigh(sum) / most,
        row: undefined,
        level: 'model',
      }),
    );
    return [own, ...models];
  });
  if (rows.length < 2 && found < 2) return shown;
  return [
    ...shown,
    { name: 'total', sum: { key: 'total', ...totals }, share: 0, row: undefined, level: 'total' },
  ];
}

function rowName(
  row: UsageRow | BlockRow,
  by: StatsOptions['by'],
  minuteOf: (time: number) => string,
  dayOf: (time: number) => string,
): string {
  if ('start' in row)
    return `${dayOf(row.start)} ${minuteOf(row.start)}–${minuteOf(row.end)}${row.active ? ' now' : ''}`;
  return stripToLine(by === 'session' ? shortId(row.key) : row.key);
}

function columnsOf({ by }: StatsOptions, paint: ReturnType<typeof pc.createColors>): Column<TableRow>[] {
  const figure = (head: string, of: (sum: ModelRow) => number, minor: number): Column<TableRow> => ({
    head,
    cell: ({ sum }) => formatTokens(of(sum)),
    align: 'right',
    minor,
  });
  const strong = (cell: string, { level }: TableRow): string =>
    level === 'total' ? paint.bold(cell) : level === 'model' ? paint.dim(cell) : cell;
  return [
    { head: by, cell: ({ name }) => name, gives: true, most: 60, paint: strong },
    { head: 'requests', cell: ({ sum }) => formatCount(sum.requests), align: 'right', minor: 3 },
    { head: 'calls', cell: ({ row }) => (row?.calls ? formatCount(row.calls) : ''), align: 'right' },
    figure('input', ({ input }) => input, 4),
    {
      head: 'output',
      cell: ({ sum }) => `${sum.outputAtLeast > 0 ? '≥ ' : ''}${formatTokens(sum.output)}`,
      align: 'right',
      minor: 1,
    },
    figure('cache read', ({ cacheRead }) => cacheRead, 5),
    figure('write 5m', ({ cacheWrite5m }) => cacheWrite5m, 6),
    figure('write 1h', ({ cacheWrite1h }) => cacheWrite1h, 6),
    {
      head: 'searches',
      cell: ({ sum }) => (sum.webSearches > 0 ? formatCount(sum.webSearches) : ''),
      align: 'right',
      minor: 7,
    },
    { head: 'per hour', cell: ({ row }) => burnCell(row), align: 'right', minor: 2 },
    {
      head: 'cost',
      cell: ({ sum }) =>
        `${formatMoney(sum.costUSD)}${sum.unpriced.length > 0 ? '+?' : ''}`.replace('?+?', '?'),
      align: 'right',
      paint: strong,
    },
    {
      head: '',
      cell: ({ share, level }) => (level === 'total' ? '' : bar(share, 16)),
      minor: 8,
      paint: paint.cyan,
    },
  ];
}

function burnCell(row: TableRow['row']): string {
  return row && 'burnRate' in row && row.burnRate ? formatMoney(row.burnRate.costPerHour) : '';
}

function remarksOf({ rows, found, totals }: CountedRows, { by }: StatsOptions): string[] {
  const remarks: string[] = [];
  const { outputAtLeast, unpriced, unpricedRequests } = totals;
  if (outputAtLeast > 0)
    remarks.push(
      `≥ The log does not know the whole output of ${countOf(outputAtLeast, 'request')}; what is shown of it, and of its cost, is at least that.`,
    );
  if (unpriced.length > 0)
    remarks.push(
      `? No price is known for ${unpriced.map(stripToLine).join(', ')} (${countOf(unpricedRequests, 'request')}): their cost is not in these sums.`,
    );
  if (by === 'tool')
    remarks.push(
      'An answer that calls several tools counts in the row of each: the rows overlap, the total does not.',
    );
  if (rows.length < found)
    remarks.push(
      `${formatCount(rows.length)} of ${formatCount(found)} rows are shown; the total is that of all.`,
    );
  return remarks;
}
