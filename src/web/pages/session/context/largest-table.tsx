// The largest single things in the window, each one step from its line.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FillThing, WindowFill } from '../../../../server/api.ts';
import { formatBeadTokens } from '../../../data/format.ts';
import { shortPath } from '../../../data/project-names.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { bandOf } from '../../../widgets/chart/kind-bands.ts';
import { Swatch } from '../../../widgets/chart/swatch.tsx';
import { MoreButton } from '../../../widgets/more-button.tsx';
import { plainToolName } from '../../../widgets/tool-name.tsx';

const SHOWN = 8;

export function LargestTable({ fills }: { readonly fills: WindowFill }): JSX.Element | null {
  const { source, head } = useSession();
  const [all, setAll] = useState(false);
  const shown = all ? fills.largest : fills.largest.slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <div class="section">
      <h2 class="largest-title">Largest single things</h2>
      <table class="tbl">
        <thead>
          <tr>
            <th>Thing</th>
            <th>Turn</th>
            <th class="num">Tokens</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {shown.map((thing, i) => (
            <tr key={`${i} ${thing.line}`}>
              <td>
                <span class="row largest-thing">
                  <Swatch fill={bandOf(thing.kind).fill} />
                  <span>
                    {thing.tool === undefined ? bandOf(thing.kind).title : plainToolName(thing.tool)}
                  </span>
                  <span class="code quiet" title={thing.file}>
                    {thing.file === undefined ? ownWords(thing) : shortPath(thing.file, head.project)}
                  </span>
                </span>
              </td>
              <td>{thing.turn === 0 ? 'start' : thing.turn}</td>
              <td class="num">
                {thing.basis === 'estimated' ? '≈ ' : ''}
                {formatBeadTokens(thing.tokens)}
              </td>
              <td class="num">
                {thing.line !== undefined && (
                  <a href={hrefOfSession(source.key, 'transcript', { line: thing.line })}>Show</a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={fills.largest.length - shown.length} show={() => setAll(true)} />
    </div>
  );
}

/** What a thing says of itself, without the name that stands before it. */
function ownWords({ tool, kind, summary }: FillThing): string {
  if (summary === kind) return '';
  return tool !== undefined && summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary;
}
