// The right-hand panel: what is selected, its times and tokens, where it stands in the window and in the file.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stripToLine } from '../../../base/strip-controls.ts';
import { textStart } from '../../../base/text-start.ts';
import type { TurnLine, TurnsAnswer, WebRow } from '../../../server/api.ts';
import { copyText } from '../../data/copy-text.ts';
import { formatNumber } from '../../data/format.ts';
import { notes } from '../../data/notes.ts';
import { hrefOfSession, linkOf } from '../../data/route.ts';
import { useSession } from '../../data/session-context.ts';
import type { Selection } from '../../data/transcript-state.ts';
import { hasDays } from '../../data/turn-days.ts';
import { fetchWhole } from '../../data/whole-text.ts';
import { hasTab } from '../../pages/session/tab-names.ts';
import { Icon } from '../icon.tsx';
import { describeRow, factsOfRow } from './describe-row.tsx';
import { NoteSection } from './note-section.tsx';
import { RawPart } from './raw-part.tsx';
import { useReader } from './reader.ts';
import { WindowThread } from './window-thread.tsx';

interface InspectorProps {
  readonly selection: Selection;
  readonly row: WebRow;
  /** On narrow screens it is a drawer: whether it is open. */
  readonly drawer: boolean;
  readonly raw: boolean;
  readonly setRaw: (open: boolean) => void;
  readonly close: () => void;
}

export function Inspector({ selection, row, drawer, raw, setRaw, close }: InspectorProps): JSX.Element {
  const { turns, source, head, thread } = useSession();
  const reader = useReader();
  const { agent } = selection.rows.query;
  const { icon, kind, name, where, words } = describeRow(row, turnsOf(turns.value, agent), (index) =>
    selection.rows.at(index),
  );
  const [rawResult, setRawResult] = useState(false);
  return (
    <aside class={drawer ? 'inspect is-open' : 'inspect'} aria-label="Inspector">
      <header>
        <h2 class="row">
          <span class={`k-${kind}`}>
            <Icon name={icon} />
          </span>
          {name}
          <span class="meta">{where}</span>
          <span class="grow" />
          <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </h2>
        {words !== '' && <p class="code one quiet inspect-words">{words}</p>}
      </header>
      <section>
        <dl class="kv">
          {factsOfRow(row, hasDays(head)).map(({ name: term, value, bad, id }) => (
            <Fact key={`${term} ${value}`} name={term} className={bad ? 'k-error b' : id ? 'code one' : ''}>
              {id ? <span title={value}>{value}</span> : value}
            </Fact>
          ))}
        </dl>
      </section>
      {agent === undefined && <WindowThread row={row} turns={turns.value?.turns ?? []} />}
      {row.kind === 'tool' && row.same && row.same.count > 1 && <SameCalls row={row} selection={selection} />}
      {agent === undefined && (source.watch || notes.value.length > 0) && <NoteSection turn={row.turn} />}
      <PlaceSection row={row} agent={agent} />
      <section>
        <div class="acts">
          <button
            type="button"
            class="btn btn-bare"
            onClick={() =>
              void copyText(linkOf(reader.hrefOf({ ...lineOf(row), ...(agent ? { agent } : {}) })), 'Link')
            }
          >
            <Icon name="link" />
            Copy link
          </button>
          <button type="button" class="btn btn-bare" onClick={() => void copyRow(row, selection, source)}>
            <Icon name="copy" />
            Copy text
          </button>
          {hasTab('cut') && agent === undefined && (
            <a class="btn btn-bare" href={hrefOfSession(source.key, 'cut', { ...thread, turn: row.turn })}>
              <Icon name="cut" />
              Cut from here
            </a>
          )}
        </div>
        {source.entry && row.place && (
          <RawPart
            title="Raw entry"
            line={row.place.line}
            selection={selection}
            open={raw}
            setOpen={setRaw}
          />
        )}
        {source.entry && row.kind === 'tool' && row.resultPlace && (
          <RawPart
            key={row.id}
            title="Raw result"
            line={row.resultPlace.line}
            selection={selection}
            open={rawResult}
            setOpen={setRawResult}
          />
        )}
      </section>
    </aside>
  );
}

/** The turns of the main thread say nothing of an agent's rows. */
function turnsOf(answer: TurnsAnswer | undefined, agent: string | undefined): readonly TurnLine[] {
  return agent === undefined ? (answer?.turns ?? []) : [];
}

interface FactProps {
  readonly name: string;
  readonly className?: string;
  readonly children: ComponentChildren;
}

function Fact({ name, className = '', children }: FactProps): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd class={className}>{children}</dd>
    </>
  );
}

/** What calls are told alike by: a command, a file that was changed; of others their input. */
const SAME_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  Bash: ['command', 'Run'],
  Edit: ['file', 'Edited'],
  MultiEdit: ['file', 'Edited'],
  Write: ['file', 'Written'],
  Read: ['read', 'Read'],
};

function SameCalls({
  row,
  selection,
}: {
  readonly row: Extract<WebRow, { kind: 'tool' }>;
  readonly selection: Selection;
}): JSX.Element | null {
  const reader = useReader();
  const { same } = row;
  if (!same) return null;
  const next = same.next;
  const [title, done] = SAME_WORDS[row.view.tool] ?? ['call', 'Made'];
  return (
    <section>
      <h3>Same {title}</h3>
      <p class="ink2">
        {done} {same.count} times in this session
        {same.tokens ? `, ${formatNumber(same.tokens)} tokens together` : ''}.{' '}
        {same.position > 1 && (
          <button type="button" class="text-btn" onClick={() => reader.goTo(selection.rows, same.first)}>
            First
          </button>
        )}
        {same.position > 1 && next !== undefined && ' · '}
        {next !== undefined && (
          <button type="button" class="text-btn" onClick={() => reader.goTo(selection.rows, next)}>
            Next
          </button>
        )}
      </p>
    </section>
  );
}

function PlaceSection({
  row,
  agent,
}: {
  readonly row: WebRow;
  readonly agent: string | undefined;
}): JSX.Element | null {
  const { head } = useSession();
  const { place } = row;
  if (!place) return null;
  const result = row.kind === 'tool' ? row.resultPlace : undefined;
  const file = agent === undefined ? `${head.sessionId}.jsonl` : `agent-${agent}.jsonl`;
  return (
    <section>
      <h3>Place</h3>
      <dl class="kv inspect-place">
        <Fact name="File" className="code one">
          <span title={file}>{file.length > 26 ? `${textStart(file, 8)}….jsonl` : file}</span>
        </Fact>
        <Fact name="Line" className="code">
          {formatNumber(place.line)}
          {result && <span class="quiet"> and {formatNumber(result.line)}</span>}
        </Fact>
        <Fact name="Byte" className="code">
          {formatNumber(place.offset)} <span class="quiet">+ {formatNumber(place.length)}</span>
        </Fact>
        {row.uuid && (
          <Fact name="Entry" className="code one">
            <span title={row.uuid}>{stripToLine(row.uuid)}</span>
          </Fact>
        )}
        {row.version && <Fact name="Client">{stripToLine(row.version)}</Fact>}
      </dl>
    </section>
  );
}

function lineOf(row: WebRow): { readonly line?: number; readonly turn?: number } {
  return row.place ? { line: row.place.line } : { turn: row.turn };
}

async function copyRow(
  row: WebRow,
  { rows }: Selection,
  source: Parameters<typeof fetchWhole>[0],
): Promise<void> {
  const [path, text] = mainText(row);
  const cut = row.cut?.some((one) => one.path === path);
  await copyText(cut ? await fetchWhole(source, rows, row.id, path) : text, 'Text');
}

function mainText(row: WebRow): readonly [string, string] {
  switch (row.kind) {
    case 'tool':
      return ['resultText', row.resultText];
    case 'compaction':
      return ['summary', row.summary ?? ''];
    case 'prompt':
    case 'text':
    case 'thinking':
    case 'unreadable':
      return ['text', row.text];
    case 'notice':
      return ['text', row.text ?? row.label];
    case 'unknown':
      return ['value', JSON.stringify(row.value, null, 2)];
    default:
      return ['', ''];
  }
}
