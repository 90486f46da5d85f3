// Cost, tokens or requests over time, by model as steps of grey; every bar leads to its sessions. A table behind it.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { StatsAnswer, StatsPoint, Usage } from '../../../server/api.ts';
import { clip } from '../../data/clip.ts';
import { formatK, formatMoney, formatNumber, plural } from '../../data/format.ts';
import { hrefOf, hrefWith } from '../../data/route.ts';
import { shortModel } from '../../data/short-model.ts';
import { axisSteps } from '../../widgets/chart/axis-steps.ts';
import { ChartHead } from '../../widgets/chart/chart-head.tsx';
import { useScrollTo } from '../../widgets/chart/use-scroll-to.ts';
import { useWidth } from '../session/timeline/use-width.ts';
import { fillPeriods, type Period } from './fill-periods.ts';
import { axisWords, nameOfPeriod, periodWords, readPeriod } from './period.ts';

type Measure = 'cost' | 'tokens' | 'requests';
const MEASURES: readonly (readonly [Measure, string])[] = [
  ['cost', 'Cost'],
  ['tokens', 'Tokens'],
  ['requests', 'Requests'],
];
const LEFT = 48;
/** Narrower, it scrolls sideways. */
const NARROWEST = 640;
/** Room for a date under the axis. */
const DATE = 84;
const TOP = 24;
const BOTTOM = 172;
const SHADES = ['var(--q-5)', 'var(--q-4)', 'var(--q-3)', 'var(--q-2)'];

interface SeriesFigureProps {
  readonly answer: StatsAnswer;
  readonly by: Period;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
}

export function SeriesFigure({ answer, by, table, setTable }: SeriesFigureProps): JSX.Element {
  const [measure, setMeasure] = useState<Measure>('cost');
  const models = answer.models.map(({ model }) => model);
  const named = models.slice(0, SHADES.length - 1);
  const title = MEASURES.find(([name]) => name === measure)?.[1] ?? '';
  return (
    <figure class="chart stats-series">
      <ChartHead
        title={`${title} by ${by}`}
        table={table}
        setTable={setTable}
        picture={`${measure}-by-${by}`}
        legend={
          <span class="legend">
            {named.map((model, i) => (
              <span key={model}>
                <span class="sw" style={{ background: SHADES[i] }} />
                {shortModel(model)}
              </span>
            ))}
            {models.length > named.length && (
              <span>
                <span class="sw" style={{ background: SHADES.at(-1) }} />
                others
              </span>
            )}
          </span>
        }
      >
        <span class="seg">
          {MEASURES.map(([name, words]) => (
            <button key={name} type="button" aria-pressed={name === measure} onClick={() => setMeasure(name)}>
              {words}
            </button>
          ))}
        </span>
      </ChartHead>
      {table ? (
        <SeriesTable series={answer.series} />
      ) : (
        <SeriesPicture series={answer.series} by={by} named={named} measure={measure} title={title} />
      )}
    </figure>
  );
}

interface SeriesPictureProps {
  readonly series: readonly StatsPoint[];
  readonly by: Period;
  readonly named: readonly string[];
  readonly measure: Measure;
  readonly title: string;
}

function SeriesPicture({ series, by, named, measure, title }: SeriesPictureProps): JSX.Element {
  const most = series.reduce((top, { usage }) => Math.max(top, amountOf(usage, measure)), 0) || 1;
  const peak = series.find(({ usage }) => amountOf(usage, measure) === most);
  const places = fillPeriods(series, by);
  const box = useRef<HTMLDivElement>(null);
  const all = useWidth(box, NARROWEST);
  useScrollTo(box, 1);
  const step = (all - LEFT) / Math.max(places.length, 1);
  const width = Math.max(1, Math.min(step * 0.8, 64));
  const yOf = (value: number) => BOTTOM - (value / most) * (BOTTOM - TOP);
  const every = Math.max(1, Math.ceil(DATE / step));
  return (
    <div class="scroll-x" ref={box}>
      <svg viewBox={`0 0 ${all} 200`} role="group" aria-label={`${title} over time`}>
        {axisSteps(most, 3).map((at) => (
          <g key={at}>
            <line class="axis" x1={LEFT} x2={all} y1={yOf(at)} y2={yOf(at)} />
            <text x={LEFT - 8} y={yOf(at) + 4} text-anchor="end">
              {measure === 'cost' ? `$${formatNumber(at)}` : formatK(at)}
            </text>
          </g>
        ))}
        {places.map((point, i) => {
          if (!('usage' in point)) return null;
          const x = LEFT + i * step + (step - width) / 2;
          let top = 0;
          const label = `${periodWords(point.key)}: ${words(amountOf(point.usage, measure), measure)}`;
          return (
            <a key={point.key} href={hrefOfBar(point, by, places.length)} aria-label={label}>
              <title>{label}</title>
              {[...named, undefined].map((model, shade) => {
                const value =
                  model === undefined
                    ? restOf(point, named, measure)
                    : amountOf(point.byModel[model], measure);
                if (value <= 0) return null;
                const [low, high] = [yOf(top), yOf(top + value)];
                top += value;
                return (
                  <rect
                    key={model ?? ''}
                    x={x}
                    y={high}
                    width={width}
                    height={Math.max(0.5, low - high - 0.5)}
                    style={{ fill: SHADES[shade] }}
                  />
                );
              })}
              <rect x={LEFT + i * step} y={TOP} width={step} height={BOTTOM - TOP} class="stats-hit" />
            </a>
          );
        })}
        {places.map((point, i) =>
          i % every === 0 ? (
            <text key={point.key} x={LEFT + i * step + step / 2} y="192" text-anchor="middle">
              {axisWords(point.key)}
            </text>
          ) : null,
        )}
        {peak && measure === 'cost' && (
          <text
            x={Math.min(Math.max(LEFT + places.indexOf(peak) * step + step / 2, 120), all - 140)}
            y={TOP - 8}
            text-anchor="middle"
            class="on"
          >
            {formatMoney(most)}
            {peak.top?.title ? `, ${clip(peak.top.title, MOST_TITLE)}` : ''}
          </text>
        )}
      </svg>
    </div>
  );
}

function SeriesTable({ series }: { readonly series: readonly StatsPoint[] }): JSX.Element {
  return (
    <table class="tbl">
      <thead>
        <tr>
          <th>When</th>
          <th class="num">Requests</th>
          <th class="num">In</th>
          <th class="num">From cache</th>
          <th class="num">Written to cache</th>
          <th class="num">Out</th>
          <th class="num">Cost</th>
        </tr>
      </thead>
      <tbody>
        {series.toReversed().map(({ key, usage }) => (
          <tr key={key}>
            <td>{periodWords(key)}</td>
            <td class="num">{formatNumber(usage.requests)}</td>
            <td class="num">{formatNumber(usage.input)}</td>
            <td class="num">{formatNumber(usage.cacheRead)}</td>
            <td class="num">{formatNumber(usage.cacheWrite5m + usage.cacheWrite1h)}</td>
            <td class="num">
              {usage.outputFinal ? '' : '≥ '}
              {formatNumber(usage.output)}
            </td>
            <td class="num b">{usage.costUSD === undefined ? 'no price' : formatMoney(usage.costUSD)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function amountOf(usage: Usage | undefined, measure: Measure): number {
  if (!usage) return 0;
  if (measure === 'cost') return usage.costUSD ?? 0;
  if (measure === 'requests') return usage.requests;
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

function restOf(point: StatsPoint, named: readonly string[], measure: Measure): number {
  return Object.entries(point.byModel).reduce(
    (sum, [model, usage]) => (named.includes(model) ? sum : sum + amountOf(usage, measure)),
    0,
  );
}

function words(value: number, measure: Measure): string {
  return measure === 'cost' ? formatMoney(value) : plural(value, measure === 'tokens' ? 'token' : 'request');
}

/** What the bar is made of: its days and sessions, or, of a single day, the session that cost most of it. */
function hrefOfBar({ key, top }: StatsPoint, by: Period, bars: number): string {
  const name = nameOfPeriod(key, by);
  if (readPeriod(name) && bars > 1) return hrefWith({ in: name });
  return top ? hrefOf('session', [top.key]) : hrefOf('sessions');
}

const MOST_TITLE = 33;
