// The tools: how often, how often in vain, how long.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatDuration } from '../../../render/format.ts';
import type { StatsAnswer, StatsTool } from '../../../server/api.ts';
import { formatCallTime, formatNumber, formatPercent, plural } from '../../data/format.ts';
import { hrefOf } from '../../data/route.ts';
import { MoreButton } from '../../widgets/more-button.tsx';
import { ToolName } from '../../widgets/tool-name.tsx';

const SHOWN = 10;
const BAR = 120;

export function ToolTable({ answer }: { readonly answer: StatsAnswer }): JSX.Element {
  const [all, setAll] = useState(false);
  const { tools, toolCalls, toolsFrom } = answer;
  const shown = all ? tools : tools.slice(0, SHOWN);
  const most = tools[0]?.calls ?? 1;
  const figure = toolsFrom.more ? 'num quiet' : 'num';
  return (
    <div>
      <div class="chart-head">
        <h2>Tools</h2>
        <span class="meta" role="status">
          {plural(toolCalls, 'call')}
          {toolsFrom.more &&
            `, times from ${formatNumber(toolsFrom.read)} of ${formatNumber(toolsFrom.of)} sessions so far`}
        </span>
      </div>
      <table class="tbl stats-tools">
        <thead>
          <tr>
            <th>Tool</th>
            <th class="num" aria-sort="descending">
              Calls ↓
            </th>
            <th class="stats-share" aria-label="Share" />
            <th class="num stats-figure">Failed</th>
            <th class="num stats-figure" title="The call in the middle: half of them were quicker">
              Median
            </th>
            <th class="num stats-figure" title="All calls together, with the wait for a permission">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((tool) => (
            <tr key={tool.name}>
              <td>
                <a class="row stats-tool" href={hrefOf('search', [], { tool: tool.name })}>
                  <ToolName name={tool.name} />
                </a>
              </td>
              <td class="num">{formatNumber(tool.calls)}</td>
              <td class="stats-share">
                <span class="bar-cell">
                  <i style={{ width: `${(tool.calls / most) * BAR}px` }} />
                </span>
              </td>
              <td class={isTrouble(tool, toolsFrom.more) ? 'num k-error b' : 'num quiet'}>
                {tool.timed === 0 ? '' : formatPercent(tool.failed / tool.timed)}
              </td>
              <td class={figure}>{tool.medianMs === undefined ? '' : formatCallTime(tool.medianMs)}</td>
              <td class={figure}>{tool.timed === 0 ? '' : formatDuration(tool.totalMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={tools.length - shown.length} show={() => setAll(true)} />
    </div>
  );
}

/** A share of few sessions is no reason for alarm: the others are still being read. */
function isTrouble({ timed, failed }: StatsTool, more: boolean): boolean {
  return !more && timed > 0 && failed / timed > 0.05;
}
