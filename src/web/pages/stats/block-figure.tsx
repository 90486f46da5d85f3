// The 5-hour block that runs now, or the last one: each request a knot on the thread, as large as its cost.
import type { JSX } from 'preact';
import type { StatsAnswer, StatsBlock } from '../../../server/api.ts';
import { formatClock, formatDay, formatMoney, plural } from '../../data/format.ts';

const LEFT = 4;
const RIGHT = 568;
const LINE = 52;
const MOST_KNOTS = 120;

export function BlockFigure({ answer }: { readonly answer: StatsAnswer }): JSX.Element | null {
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
        <svg viewBox="0 0 572 92" role="img" aria-label="Requests of this block, as large as their cost">
          <path d={`M${LEFT} ${LINE}H${RIGHT}`} class="block-gone" />
          <path d={`M${LEFT} ${LINE}H${xOf(last)}`} class="block-thread" />
          {shown.map(({ time, costUSD }, i) => (
            <circle
              key={`${time} ${i}`}
              cx={xOf(time)}
              cy={LINE}
              r={2.5 + 7 * Math.sqrt((costUSD ?? 0) / most)}
              class="block-knot"
            />
          ))}
        </svg>
      </div>
    </figure>
  );
}

function burnWords({ active, start, usage, requests }: StatsBlock): string {
  const last = requests.reduce((latest, { time }) => Math.max(latest, time), start);
  const hours = (last - start) / 3_600_000;
  if (usage.costUSD === undefined || hours < 0.05) return '';
  const rate = usage.costUSD / hours;
  return active
    ? `, ${formatMoney(rate)} an hour: about ${formatMoney(rate * 5)} by its end`
    : `, ${formatMoney(rate)} an hour`;
}
