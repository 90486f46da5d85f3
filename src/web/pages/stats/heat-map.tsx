// When requests were made: weekday by hour, quantity as steps of grey; every hour leads to its sessions. A table behind it.
import type { JSX } from 'preact';
import { plural } from '../../data/format.ts';
import { hrefWith } from '../../data/route.ts';
import { ChartHead } from '../../widgets/chart/chart-head.tsx';
import { DAYS } from './week-hour.ts';

const STEPS = 5;

interface HeatMapProps {
  readonly heatmap: readonly (readonly number[])[];
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
}

export function HeatMap({ heatmap, table, setTable }: HeatMapProps): JSX.Element {
  const most = Math.max(1, ...heatmap.flat());
  const shadeOf = (count: number) => (count === 0 ? 0 : Math.min(STEPS, Math.ceil((count / most) * STEPS)));
  return (
    <figure class="chart">
      <ChartHead
        title="When you work"
        basis="requests by hour"
        table={table}
        setTable={setTable}
        picture="requests-by-hour"
      />
      {table ? (
        <HeatTable heatmap={heatmap} />
      ) : (
        <div class="scroll-x">
          <svg viewBox="0 0 572 184" role="group" aria-label="Requests by weekday and hour">
            {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
              <text key={hour} x={54 + hour * 22} y="12" text-anchor="middle">
                {hour}
              </text>
            ))}
            {heatmap.map((hours, day) => (
              <g key={DAYS[day]}>
                <text x="0" y={34 + day * 20}>
                  {DAYS[day]}
                </text>
                {hours.map((count, hour) => {
                  const cell = (
                    <rect
                      x={44 + hour * 22}
                      y={20 + day * 20}
                      width="20"
                      height="18"
                      rx="2"
                      style={{ fill: `var(--q-${shadeOf(count)})` }}
                    >
                      <title>{wordsOf(day, hour, count)}</title>
                    </rect>
                  );
                  // Who goes by keys has them as links in the table: here they would be 168 stops.
                  return count === 0 ? (
                    <g key={hour}>{cell}</g>
                  ) : (
                    <a
                      key={hour}
                      tabIndex={-1}
                      href={hrefOfHour(day, hour)}
                      aria-label={wordsOf(day, hour, count)}
                    >
                      {cell}
                    </a>
                  );
                })}
              </g>
            ))}
            <Ramp />
          </svg>
        </div>
      )}
    </figure>
  );
}

/** Below the hours, and so in the saved picture too. */
function Ramp(): JSX.Element {
  const left = 540 - (STEPS + 1) * 16;
  return (
    <g>
      <text x={left - 6} y="180" text-anchor="end">
        less
      </text>
      {Array.from({ length: STEPS + 1 }, (_, step) => (
        <rect
          key={step}
          x={left + step * 16}
          y="169"
          width="13"
          height="13"
          rx="2"
          style={{ fill: `var(--q-${step})` }}
        />
      ))}
      <text x="572" y="180" text-anchor="end">
        more
      </text>
    </g>
  );
}

function wordsOf(day: number, hour: number, count: number): string {
  return `${DAYS[day]} ${hour}:00, ${plural(count, 'request')}`;
}

function hrefOfHour(day: number, hour: number): string {
  return hrefWith({ at: `${day}-${hour}` });
}

function HeatTable({ heatmap }: { readonly heatmap: HeatMapProps['heatmap'] }): JSX.Element {
  return (
    <div class="scroll-x">
      <table class="tbl stats-heat">
        <thead>
          <tr>
            <th>Hour</th>
            {DAYS.map((day) => (
              <th key={day} class="num">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 24 }, (_, hour) => (
            <tr key={hour}>
              <td>{hour}</td>
              {heatmap.map((hours, day) => (
                <td key={DAYS[day]} class="num">
                  {hours[hour] ? <a href={hrefOfHour(day, hour)}>{hours[hour]}</a> : ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
