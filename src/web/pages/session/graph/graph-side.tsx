// The side of the graph: the sentence that answers it, its branches, what is selected, lineage, and how to read it.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { GraphAnswer, GraphBranch } from '../../../../server/api.ts';
import { formatK, formatNumber, plural } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { PictureButtons } from '../../../widgets/chart/picture-buttons.tsx';
import { TableButton } from '../../../widgets/chart/table-button.tsx';
import { hasTab } from '../tab-names.ts';
import { GraphFinding } from './graph-finding.tsx';
import { GraphKey } from './graph-key.tsx';
import { Lineage } from './graph-lineage.tsx';
import type { GraphLines, Opened } from './graph-lines.ts';
import type { GraphPages } from './graph-pages.ts';
import { GraphPicture } from './graph-picture.tsx';
import { GraphSelected } from './graph-selected.tsx';

const MOST_BRANCHES = 12;

interface GraphSideProps {
  readonly graph: GraphAnswer;
  readonly pages: GraphPages;
  readonly lines: GraphLines;
  /** The lines on the screen. */
  readonly first: number;
  readonly last: number;
  readonly selected: number;
  /** The selected row, where it is opened. */
  readonly opened: Opened | undefined;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
}

/** A picture holds what is on the screen and as much around it. */
const MOST_LINES = 400;

export function GraphSide(props: GraphSideProps): JSX.Element {
  const { graph, pages, lines, selected, table, setTable } = props;
  const branches = [...graph.branches].sort((a, b) => Number(b.active) - Number(a.active));
  const hidden = branches.length - MOST_BRANCHES + graph.hiddenBranches;
  const row = pages.row(selected);
  const picture = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [from, to] = drawn ? readLines(props) : [0, -1];
  const find = async () => {
    setDrawn(true);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return picture.current ?? undefined;
  };
  return (
    <aside class="gr-side" aria-label="About the graph">
      <div class="gr-side-in">
        <GraphFinding graph={graph} />
        <div class="gr-tools">
          <TableButton table={table} setTable={setTable} />
          {!table && <PictureButtons name="graph" find={find} done={() => setDrawn(false)} />}
        </div>
        {drawn && (
          <GraphPicture
            picture={picture}
            pages={pages}
            lines={lines}
            first={from}
            last={to}
            selected={selected}
          />
        )}
        {row && <GraphSelected row={row} opened={props.opened} />}
        <section>
          <h3>Branches</h3>
          {branches.slice(0, MOST_BRANCHES).map((branch) => (
            <Branch key={branch.number} branch={branch} />
          ))}
          {hidden > 0 && (
            <p class="quiet">and {formatNumber(hidden)} more, in the menu above the transcript</p>
          )}
          {graph.undrawn > 0 && (
            <p class="quiet">{plural(graph.undrawn, 'branch', 'branches')} not drawn: too many.</p>
          )}
        </section>
        <Lineage graph={graph} />
        <GraphKey />
      </div>
    </aside>
  );
}

function Branch({ branch }: { readonly branch: GraphBranch }): JSX.Element {
  const { source } = useSession();
  const { active, number, leaf, own, leftAtTurn, tokens, turns } = branch;
  if (active) {
    return (
      <div class="branch">
        <svg viewBox="0 0 28 36" aria-hidden="true">
          <path d="M8 2v32" class="branch-now" />
          <circle cx="8" cy="18" r="4.5" class="branch-knot" />
        </svg>
        <div>
          <b>Current</b>{' '}
          <span class="quiet">{turns > 1 ? `turns 1 to ${formatNumber(turns)}` : plural(turns, 'turn')}</span>
          <br />
          <span class="quiet">This is what a resume follows.</span>
        </div>
      </div>
    );
  }
  const facts = [
    own > 0 ? plural(own, 'turn') : 'within the turn',
    ...(tokens === undefined ? [] : [formatK(tokens)]),
  ];
  return (
    <div class="branch">
      <svg viewBox="0 0 28 36" aria-hidden="true">
        <path d="M8 2v32" />
        <path d="M8 4C8 16 20 10 20 20" />
        <circle cx="20" cy="24" r="3.5" class="branch-ring" />
      </svg>
      <div>
        {leftAtTurn === undefined
          ? `Branch ${number}`
          : leftAtTurn === 0
            ? 'Left before turn 1'
            : `Left at turn ${leftAtTurn}`}{' '}
        <span class="quiet">{facts.join(', ')}</span>
        <br />
        <a href={hrefOfSession(source.key, 'transcript', { branch: number })}>Read it</a>
        {hasTab('cut') && (
          <>
            {' · '}
            <a href={hrefOfSession(source.key, 'cut', { leaf })}>Resume from its end</a>
          </>
        )}
      </div>
    </div>
  );
}

// Outwards from the screen, as far as the rows were read and a picture may go.
function readLines({ pages, lines, first, last }: GraphSideProps): readonly [number, number] {
  let [from, to] = [first, Math.max(last, first)];
  const isRead = (line: number) => line >= 0 && line < lines.count && pages.row(lines.lineAt(line).at);
  const room = () => to - from + 1 < MOST_LINES;
  while (room() && isRead(from - 1)) from--;
  while (room() && isRead(to + 1)) to++;
  return [from, Math.min(to, lines.count - 1)];
}
