// The projects by cost; a click shows one alone.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { StatsAnswer } from '../../../server/api.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { tellApart } from '../../data/project-names.ts';
import { hrefWith } from '../../data/route.ts';
import { MoreButton } from '../../widgets/more-button.tsx';

const SHOWN = 10;
const BAR = 120;

export function ProjectTable({ answer }: { readonly answer: StatsAnswer }): JSX.Element {
  const [all, setAll] = useState(false);
  const shown = all ? answer.projects : answer.projects.slice(0, SHOWN);
  const names = tellApart(answer.projects.map(({ project }) => project));
  const most = Math.max(...answer.projects.map(({ costUSD }) => costUSD ?? 0), 1e-9);
  return (
    <div>
      <div class="chart-head">
        <h2>Projects</h2>
      </div>
      <table class="tbl">
        <thead>
          <tr>
            <th>Project</th>
            <th class="num" aria-sort="descending">
              Cost ↓
            </th>
            <th aria-label="Share" />
            <th class="num">Sessions</th>
            <th class="num">Each</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ project, name, costUSD, sessions }) => (
            <tr key={project}>
              <td>
                <a href={hrefWith({ project })} title={project}>
                  {names.get(project) || name}
                </a>
              </td>
              <td class="num">{costUSD === undefined ? 'no price' : formatMoney(costUSD)}</td>
              <td>
                <span class="bar-cell">
                  <i style={{ width: `${((costUSD ?? 0) / most) * BAR}px` }} />
                </span>
              </td>
              <td class="num">{formatNumber(sessions)}</td>
              <td class="num">
                {costUSD === undefined || sessions === 0 ? '' : formatMoney(costUSD / sessions)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={answer.projects.length - shown.length} show={() => setAll(true)} />
    </div>
  );
}
