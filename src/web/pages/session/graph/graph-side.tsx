// The side of the graph: the sentence that answers it, its branches, what is selected, lineage, and how to read it.
import type { JSX } from 'preact';
import type { GraphAnswer, GraphBranch, GraphRow } from '../../../../server/api.ts';
import { copyText } from '../../../data/copy-text.ts';
import { formatK, formatNumber, plural } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { Icon } from '../../../widgets/icon.tsx';
import { hasTab } from '../tab-names.ts';
import { GraphFinding } from './graph-finding.tsx';
import { GraphKey } from './graph-key.tsx';
import { Lineage } from './graph-lineage.tsx';
import { rowWords } from './graph-row.tsx';
import { transcriptOfRow } from './row-address.ts';

const MOST_BRANCHES = 12;

interface GraphSideProps {
  readonly graph: GraphAnswer;
  readonly row: GraphRow | undefined;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
}

export function GraphSide({ graph, row, table, setTable }: GraphSideProps): JSX.Element {
  const branches = [...graph.branches].sort((a, b) => Number(b.active) - Number(a.active));
  const hidden = branches.length - MOST_BRANCHES;
  return (
    <aside class="gr-side" aria-label="About the graph">
      <GraphFinding graph={graph} />
      <button
        type="button"
        class="btn btn-bare gr-table-btn"
        aria-pressed={table}
        onClick={() => setTable(!table)}
      >
        <Icon name="table" />
        {table ? 'Picture' : 'Table'} <kbd>T</kbd>
      </button>
      {row && <Selected graph={graph} row={row} />}
      <section>
        <h3>Branches</h3>
        {branches.slice(0, MOST_BRANCHES).map((branch) => (
          <Branch key={branch.number} branch={branch} />
        ))}
        {hidden > 0 && <p class="quiet">and {plural(hidden, 'more')}, in the menu above the transcript</p>}
        {graph.undrawn > 0 && (
          <p class="quiet">{plural(graph.undrawn, 'branch', 'branches')} not drawn: too many.</p>
        )}
      </section>
      <Lineage graph={graph} />
      <GraphKey />
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

function Selected({ graph, row }: { readonly graph: GraphAnswer; readonly row: GraphRow }): JSX.Element {
  const { source } = useSession();
  const address = () => globalThis.location.href;
  return (
    <section>
      <h3>{titleOf(row)}</h3>
      <p class="ink2 gr-words">{rowWords(row)}</p>
      {row.type === 'turn' && (
        <dl class="kv">
          {row.parentUuid !== undefined && (
            <>
              <dt>Parent</dt>
              <dd class="code one" title={row.parentUuid}>
                {row.parentUuid.slice(0, 9)}…
              </dd>
            </>
          )}
          <dt>Entries</dt>
          <dd>
            {formatNumber(row.entries)}
            {row.firstLine !== undefined &&
              row.lastLine !== undefined &&
              `, lines ${formatNumber(row.firstLine)} to ${formatNumber(row.lastLine)}`}
          </dd>
          {row.tokens !== undefined && (
            <>
              <dt>Window</dt>
              <dd>{formatK(row.tokens)} after it</dd>
            </>
          )}
        </dl>
      )}
      <div class="acts">
        <a class="btn btn-bare" href={hrefOfSession(source.key, 'transcript', transcriptOfRow(graph, row))}>
          <Icon name="asst" />
          Read
        </a>
        {row.type === 'turn' && row.lastUuid !== undefined && hasTab('cut') && (
          <a class="btn btn-bare" href={hrefOfSession(source.key, 'cut', { leaf: row.lastUuid })}>
            <Icon name="cut" />
            End here
          </a>
        )}
        <button type="button" class="btn btn-bare" onClick={() => void copyText(address(), 'Link')}>
          <Icon name="link" />
          Copy link
        </button>
      </div>
    </section>
  );
}

function titleOf(row: GraphRow): string {
  if (row.type === 'agent') return row.returned ? 'Agent, came back' : 'Agent, did not come back';
  if (row.type === 'compaction')
    return row.trigger === undefined ? 'Compaction' : `Compaction, ${row.trigger}`;
  if (row.state !== 'live') return row.state === 'phantom' ? 'A copy of a prompt' : 'A prompt taken back';
  return row.left ? `Turn ${row.turn}, left behind` : `Turn ${row.turn}`;
}
