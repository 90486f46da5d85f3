// The sessions that cost most, and the contexts at which sessions were compacted.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { StatsAnswer } from '../../../server/api.ts';
import { formatDay, formatK, formatMoney, formatNumber } from '../../data/format.ts';
import { hrefOfSession } from '../../data/route.ts';
import { MoreButton } from '../../widgets/more-button.tsx';

const SHOWN = 10;

export function SessionCosts({ answer }: { readonly answer: StatsAnswer }): JSX.Element {
  const [all, setAll] = useState(false);
  const shown = all ? answer.sessions : answer.sessions.slice(0, SHOWN);
  return (
    <div class="stat-grid section">
      <div>
        <div class="chart-head">
          <h2>Sessions by cost</h2>
        </div>
        <table class="tbl">
          <thead>
            <tr>
              <th>Session</th>
              <th class="num">Requests</th>
              <th class="num" aria-sort="descending">
                Cost ↓
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, title, requests, costUSD }) => (
              <tr key={key}>
                <td class="stats-title">
                  <a href={hrefOfSession(key)}>{title ?? 'Untitled'}</a>
                </td>
                <td class="num">{formatNumber(requests)}</td>
                <td class="num">{costUSD === undefined ? 'no price' : formatMoney(costUSD)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <MoreButton left={answer.sessions.length - shown.length} show={() => setAll(true)} />
      </div>
      <Compactions answer={answer} />
    </div>
  );
}

function Compactions({ answer }: { readonly answer: StatsAnswer }): JSX.Element | null {
  const [all, setAll] = useState(false);
  const known = answer.compactions.filter(({ before }) => before !== undefined);
  const shown = all ? known : known.slice(0, SHOWN);
  if (known.length === 0) return null;
  return (
    <div>
      <div class="chart-head">
        <h2>Context at compaction</h2>
      </div>
      <table class="tbl stats-compactions">
        <thead>
          <tr>
            <th>Session</th>
            <th class="num">When</th>
            <th class="num">Before</th>
            <th class="num">After</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, title, time, before, after }, i) => (
            <tr key={`${key} ${i}`}>
              <td class="stats-title">
                <a href={hrefOfSession(key, 'context')}>{title ?? 'Untitled'}</a>
              </td>
              <td class="num">{time === undefined ? '' : formatDay(time)}</td>
              <td class="num">{formatK(before ?? 0)}</td>
              <td class="num">{after === undefined ? '' : formatK(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={known.length - shown.length} show={() => setAll(true)} />
    </div>
  );
}
