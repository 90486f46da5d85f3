// The table behind the graph: the same rows with all their figures.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GraphAnswer, GraphRow } from '../../../../server/api.ts';
import { readApi } from '../../../data/api-client.ts';
import { formatK, formatMoment } from '../../../data/format.ts';
import { hrefWith } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { MoreButton } from '../../../widgets/more-button.tsx';
import { Failure } from '../../../widgets/states.tsx';
import { rowWords, sizeWords } from './graph-row.tsx';
import { paramsOfRow } from './row-address.ts';

interface GraphTableProps {
  readonly graph: GraphAnswer;
  readonly selected: number;
}

export function GraphTable({ graph, selected }: GraphTableProps): JSX.Element {
  const { source } = useSession();
  const [rows, setRows] = useState<readonly GraphRow[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const newest = useRef(0);
  const load = (before: readonly GraphRow[]) => {
    newest.current++;
    const mine = newest.current;
    setFailure(undefined);
    const query = { from: before.length };
    readApi('GET /api/sessions/:key/graph/rows', { parts: { key: source.key }, query }).then(
      (page) => mine === newest.current && setRows([...before, ...page.rows]),
      (error) => mine === newest.current && setFailure(error),
    );
  };
  useEffect(() => load([]), [source, graph]);
  if (failure !== undefined)
    return <Failure error={failure} retry={() => load(rows)} title="The table could not be read" />;
  const left = graph.page.total - rows.length;
  return (
    <div class="gr-table" aria-busy={rows.length === 0}>
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
          {rows.map((row, at) => (
            <tr key={at} aria-selected={at === selected}>
              <td>{row.turn}</td>
              <td>
                <a href={hrefWith(paramsOfRow(row))}>{rowWords(row)}</a>
              </td>
              <td>
                {row.left ? `left${row.type === 'turn' ? `, ${row.branches.join(', ')}` : ''}` : 'current'}
              </td>
              <td class="num">{'calls' in row ? row.calls : ''}</td>
              <td class="num">{'failedCalls' in row && row.failedCalls > 0 ? row.failedCalls : ''}</td>
              <td class="num">{row.type === 'agent' ? '' : sizeWords(row)}</td>
              <td class="num">{row.tokens === undefined ? '' : formatK(row.tokens)}</td>
              <td class="num">{formatMoment(row.time)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > 0 && <MoreButton left={left} show={() => load(rows)} />}
    </div>
  );
}
