// The table behind the graph: the same rows with all their figures.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GraphAnswer } from '../../../../server/api.ts';
import { formatClock, formatDay, formatK, formatNumber } from '../../../data/format.ts';
import { hrefWith } from '../../../data/route.ts';
import { rowWords, sizeWords } from './graph-row.tsx';
import { paramsOfRow, turnOfRow } from './row-address.ts';

const SHOWN = 200;

interface GraphTableProps {
  readonly graph: GraphAnswer;
  readonly selected: number;
}

export function GraphTable({ graph, selected }: GraphTableProps): JSX.Element {
  const [shown, setShown] = useState(SHOWN);
  return (
    <div class="gr-table">
      <table class="tbl">
        <thead>
          <tr>
            <th>Turn</th>
            <th>What</th>
            <th>Branch</th>
            <th class="num">Calls</th>
            <th class="num">Failed</th>
            <th class="num">Change</th>
            <th class="num">Window</th>
            <th class="num">When</th>
          </tr>
        </thead>
        <tbody>
          {graph.rows.slice(0, shown).map((row, at) => (
            <tr key={at} aria-selected={at === selected}>
              <td>{turnOfRow(graph, row)?.turn}</td>
              <td>
                <a href={hrefWith(paramsOfRow(graph, row))}>{rowWords(row)}</a>
              </td>
              <td>
                {row.left ? `left${row.type === 'turn' ? `, ${row.branches.join(', ')}` : ''}` : 'current'}
              </td>
              <td class="num">{'calls' in row ? row.calls : ''}</td>
              <td class="num">{'failedCalls' in row && row.failedCalls > 0 ? row.failedCalls : ''}</td>
              <td class="num">{row.type === 'agent' ? '' : sizeWords(row)}</td>
              <td class="num">{row.tokens === undefined ? '' : formatK(row.tokens)}</td>
              <td class="num">
                {row.time === undefined ? '' : `${formatDay(row.time)}, ${formatClock(row.time)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {graph.rows.length > shown && (
        <button type="button" class="btn btn-bare" onClick={() => setShown(shown * 4)}>
          {formatNumber(graph.rows.length - shown)} more
        </button>
      )}
    </div>
  );
}
