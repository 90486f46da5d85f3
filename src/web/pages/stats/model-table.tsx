// The models: what was sent, read from the cache, answered and paid; a click shows one alone.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { StatsAnswer } from '../../../server/api.ts';
import { formatK, formatMoney, formatNumber } from '../../data/format.ts';
import { hrefWith } from '../../data/route.ts';
import { MoreButton } from '../../widgets/more-button.tsx';

const SHOWN = 7;

export function ModelTable({ answer }: { readonly answer: StatsAnswer }): JSX.Element {
  const [all, setAll] = useState(false);
  const shown = all ? answer.models : answer.models.slice(0, SHOWN);
  return (
    <>
      <table class="tbl stats-models">
        <thead>
          <tr>
            <th>Model</th>
            <th class="num">Requests</th>
            <th class="num">In</th>
            <th class="num">From cache</th>
            <th class="num">Out</th>
            <th class="num">Cost</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((usage) => (
            <tr key={usage.model}>
              <td>
                <a href={hrefWith({ model: usage.model })}>{usage.model}</a>
              </td>
              <td class="num">{formatNumber(usage.requests)}</td>
              <td class="num">{formatK(usage.input + usage.cacheWrite5m + usage.cacheWrite1h)}</td>
              <td class="num">{formatK(usage.cacheRead)}</td>
              <td class="num">
                {usage.outputFinal ? '' : '≥ '}
                {formatK(usage.output)}
              </td>
              <td class="num">{usage.costUSD === undefined ? 'no price' : formatMoney(usage.costUSD)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={answer.models.length - shown.length} show={() => setAll(true)} />
    </>
  );
}
