// What is selected in the graph: a row, or an entry below an opened one; read it, end a copy there, copy its link.
import type { JSX } from 'preact';
import type { GraphEntry, GraphRow } from '../../../../server/api.ts';
import { copyText } from '../../../data/copy-text.ts';
import { formatK, formatNumber } from '../../../data/format.ts';
import { hrefOfSession, route } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { Icon } from '../../../widgets/icon.tsx';
import { hasTab } from '../tab-names.ts';
import type { Opened } from './graph-lines.ts';
import { rowWords } from './graph-row.tsx';
import { transcriptOfRow } from './row-address.ts';

interface GraphSelectedProps {
  readonly row: GraphRow;
  readonly opened: Opened | undefined;
}

export function GraphSelected({ row, opened }: GraphSelectedProps): JSX.Element {
  const { source } = useSession();
  const entry = entryOfLine(opened, Number(route.value.params.line));
  const leaf = entry ? entry.uuid : row.type === 'turn' ? row.lastUuid : undefined;
  const shown = entry ? { ...transcriptOfRow(row), line: entry.line } : transcriptOfRow(row);
  return (
    <section>
      <h3>{entry ? `Line ${formatNumber(entry.line)}, ${entry.type}` : titleOf(row)}</h3>
      <p class="ink2 gr-words">{entry ? entry.words : rowWords(row)}</p>
      {entry ? <EntryFacts entry={entry} /> : row.type === 'turn' && <TurnFacts row={row} />}
      <div class="acts">
        <a class="btn btn-bare" href={hrefOfSession(source.key, 'transcript', shown)}>
          <Icon name="asst" />
          Read
        </a>
        {leaf !== undefined && row.type === 'turn' && hasTab('cut') && (
          <a class="btn btn-bare" href={hrefOfSession(source.key, 'cut', { leaf })}>
            <Icon name="cut" />
            End here
          </a>
        )}
        <button
          type="button"
          class="btn btn-bare"
          onClick={() => void copyText(globalThis.location.href, 'Link')}
        >
          <Icon name="link" />
          Copy link
        </button>
      </div>
    </section>
  );
}

function entryOfLine(opened: Opened | undefined, line: number): GraphEntry | undefined {
  if (Number.isNaN(line)) return undefined;
  for (const { entries } of opened?.messages ?? []) {
    const entry = entries.find((one) => one.line === line);
    if (entry) return entry;
  }
  return undefined;
}

function EntryFacts({ entry }: { readonly entry: GraphEntry }): JSX.Element {
  const { uuid, parentUuid } = entry;
  return (
    <dl class="kv">
      {uuid !== undefined && <Id name="Entry" uuid={uuid} />}
      {parentUuid !== undefined && <Id name="Parent" uuid={parentUuid} />}
    </dl>
  );
}

function TurnFacts({ row }: { readonly row: GraphRow & { readonly type: 'turn' } }): JSX.Element {
  return (
    <dl class="kv">
      {row.parentUuid !== undefined && <Id name="Parent" uuid={row.parentUuid} />}
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
  );
}

function Id({ name, uuid }: { readonly name: string; readonly uuid: string }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd class="code one" title={uuid}>
        {uuid.slice(0, 9)}…
      </dd>
    </>
  );
}

function titleOf(row: GraphRow): string {
  if (row.type === 'agent') return row.returned ? 'Agent, came back' : 'Agent, did not come back';
  if (row.type === 'compaction')
    return row.trigger === undefined ? 'Compaction' : `Compaction, ${row.trigger}`;
  if (row.state !== 'live') return row.state === 'phantom' ? 'A copy of a prompt' : 'A prompt taken back';
  return row.left ? `Turn ${row.turn}, left behind` : `Turn ${row.turn}`;
}
