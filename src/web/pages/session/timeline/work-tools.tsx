// The tools of some threads: how often, with what success, how long.
import type { JSX } from 'preact';
import type { WorkFigures } from '../../../../server/api.ts';
import { formatCallTime, formatNumber } from '../../../data/format.ts';
import { ToolName } from '../../../widgets/tool-name.tsx';

interface WorkToolsProps {
  readonly tools: WorkFigures['tools'];
  readonly more: number;
}

export function WorkTools({ tools, more }: WorkToolsProps): JSX.Element | null {
  if (tools.length === 0) return null;
  return (
    <table class="tbl">
      <thead>
        <tr>
          <th>Tool</th>
          <th class="num">Calls</th>
          <th class="num">Failed</th>
          <th class="num" title="The call in the middle: half of them were quicker">
            Median
          </th>
          <th class="num">Longest</th>
        </tr>
      </thead>
      <tbody>
        {tools.map(({ name, calls, errors, durationMs }) => (
          <tr key={name}>
            <td>
              <span class="row">
                <ToolName name={name} />
              </span>
            </td>
            <td class="num">{formatNumber(calls)}</td>
            <td class={errors > 0 ? 'num k-error' : 'num quiet'}>{formatNumber(errors)}</td>
            <td class="num">{durationMs ? formatCallTime(durationMs.median) : ''}</td>
            <td class="num">{durationMs ? formatCallTime(durationMs.most) : ''}</td>
          </tr>
        ))}
        {more > 0 && (
          <tr>
            <td class="meta" colSpan={5}>
              {formatNumber(more)} more
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
