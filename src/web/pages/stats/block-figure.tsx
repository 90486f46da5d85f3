// The 5-hour blocks: the requests of the one that runs now or was last, as large as their cost, and the blocks before it as bars.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { StatsAnswer, StatsBlock } from '../../../server/api.ts';
import {
  formatClock,
  formatDay,
  formatK,
  formatMoney,
  formatNumber,
  formatSpan,
  plural,
} from '../../data/format.ts';
import { hrefOfSession, hrefWith } from '../../data/route.ts';
import { ChartHead } from '../../widgets/chart/chart-head.tsx';
import { MoreButton } from '../../widgets/more-button.tsx';
import { nameOfBlock } from './period.ts';

const LEFT = 4;
const RIGHT = 568;
const LINE = 24;
const MOST_KNOTS = 120;
const FOOT = 96;
const HEAD = 8;
const MOST_ROWS = 20;

interface BlockFigureProps {
  readonly answer: StatsAnswer;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
}

export function BlockFigure({ answer, table, setTable }: BlockFigureProps): JSX.Element | null {
  const block = answer.block ?? answer.blocks.at(-1);
  if (!block) return null;
  const spent = block.usage.costUSD;
  return (
    <div>
      <div class="chart-head">
        <h2>{block.active ? 'This 5-hour block' : 'The last 5-hour block'}</h2>
        <span class="meta">
          {block.active ? '' : `${formatDay(block.start)}, `}
          {formatClock(block.start)} to {formatClock(block.end)}
        </span>
      </div>
      {block.requests.length > 0 && <BlockPicture block={block} />}
      <p class="meta">
        {plural(block.usage.requests, 'request')}
        {spent === undefined ? '' : `, ${formatMoney(spent)}`}
        {burnWords(block)}
      </p>
      {answer.blocks.length > 1 && (
        <figure class="chart stats-blocks">
          <ChartHead
            title="Block by block"
            basis={`cost of the last ${answer.blocks.length}`}
            table={table}
            setTable={setTable}
            picture="5-hour-blocks"
          />
          {table ? <BlockTable blocks={answer.blocks} /> : <BlockBars blocks={answer.blocks} />}
        </figure>
      )}
    </div>
  );
}

function BlockPicture({ block }: { readonly block: StatsBlock }): JSX.Element {
  const xOf = (time: number) =>
    LEFT + ((time - block.start) / Math.max(1, block.end - block.start)) * (RIGHT - LEFT);
  const shown = block.requests.toSorted((a, b) => (b.costUSD ?? 0) - (a.costUSD ?? 0)).slice(0, MOST_KNOTS);
  const most = Math.max(...shown.map(({ costUSD }) => costUSD ?? 0), 1e-9);
  const last = block.requests.reduce((latest, { time }) => Math.max(latest, time), block.start);
  return (
    <figure class="chart">
      <div class="scroll-x">
        <svg viewBox="0 0 572 48" role="group" aria-label="Requests of this block, as large as their cost">
          <path d={`M${LEFT} ${LINE}H${RIGHT}`} class="block-gone" />
          <path d={`M${LEFT} ${LINE}H${xOf(last)}`} class="block-thread" />
          {shown.map(({ time, costUSD, key }, i) => {
            const words = `${formatClock(time)}${costUSD === undefined ? '' : `, ${formatMoney(costUSD)}`}`;
            const knot = (
              <circle
                cx={xOf(time)}
                cy={LINE}
                r={2.5 + 7 * Math.sqrt((costUSD ?? 0) / most)}
                class="block-knot"
              >
                <title>{words}</title>
              </circle>
            );
            return key === undefined ? (
              <g key={`${time} ${i}`}>{knot}</g>
            ) : (
              <a key={`${time} ${i}`} tabIndex={-1} href={hrefOfSession(key)} aria-label={words}>
                {knot}
              </a>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}

interface BlocksProps {
  readonly blocks: readonly StatsBlock[];
}

function BlockBars({ blocks }: BlocksProps): JSX.Element {
  const most = Math.max(...blocks.map(({ usage }) => usage.costUSD ?? 0), 1e-9);
  const step = (RIGHT - LEFT) / blocks.length;
  const width = Math.max(1, Math.min(step * 0.8, 24));
  const dearest = blocks.findIndex(({ usage }) => usage.costUSD === most);
  const at = LEFT + (dearest + 0.5) * step;
  return (
    <div class="scroll-x">
      <svg viewBox="0 0 572 128" role="group" aria-label="Cost of each 5-hour block">
        <line class="axis" x1={LEFT} x2={RIGHT} y1={FOOT} y2={FOOT} />
        {blocks.map(({ start, end, usage }, i) => {
          const height = ((usage.costUSD ?? 0) / most) * (FOOT - HEAD - 16);
          const words = `${formatSpan(start, end)}: ${costWords(usage.costUSD)}, ${plural(usage.requests, 'request')}`;
          return (
            <a key={start} href={hrefWith({ in: nameOfBlock(start) })} aria-label={words}>
              <title>{words}</title>
              <rect
                x={LEFT + i * step + (step - width) / 2}
                y={FOOT - Math.max(1, height)}
                width={width}
                height={Math.max(1, height)}
                class="block-bar"
              />
              <rect x={LEFT + i * step} y={HEAD} width={step} height={FOOT - HEAD} class="stats-hit" />
            </a>
          );
        })}
        {dearest >= 0 && (
          <text class="b" x={at} y={HEAD + 10} text-anchor={at > 500 ? 'end' : at < 72 ? 'start' : 'middle'}>
            {formatMoney(most)}
          </text>
        )}
        <text x={LEFT} y={FOOT + 18}>
          {formatDay(blocks[0]?.start)}
        </text>
        <text x={RIGHT} y={FOOT + 18} text-anchor="end">
          {formatDay(blocks.at(-1)?.start)}
        </text>
      </svg>
    </div>
  );
}

function BlockTable({ blocks }: BlocksProps): JSX.Element {
  const [all, setAll] = useState(false);
  const shown = blocks.toReversed().slice(0, all ? undefined : MOST_ROWS);
  return (
    <>
      <table class="tbl">
        <thead>
          <tr>
            <th>Block</th>
            <th class="num">Requests</th>
            <th class="num">Out</th>
            <th class="num">Cost</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ start, end, usage }) => (
            <tr key={start}>
              <td>
                <a href={hrefWith({ in: nameOfBlock(start) })}>{formatSpan(start, end)}</a>
              </td>
              <td class="num">{formatNumber(usage.requests)}</td>
              <td class="num">{formatK(usage.output)}</td>
              <td class="num">{costWords(usage.costUSD)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={blocks.length - shown.length} show={() => setAll(true)} />
    </>
  );
}

function costWords(costUSD: number | undefined): string {
  return costUSD === undefined ? 'no price' : formatMoney(costUSD);
}

function burnWords({ active, start, usage, requests }: StatsBlock): string {
  const last = requests.reduce((latest, { time }) => Math.max(latest, time), start);
  const hours = (last - start) / 3_600_000;
  if (usage.costUSD === undefined || hours < 0.05 || requests.length < 2) return '';
  const rate = usage.costUSD / hours;
  return active
    ? `, ${formatMoney(rate)} an hour: about ${formatMoney(rate * 5)} by its end`
    : `, ${formatMoney(rate)} an hour`;
}
