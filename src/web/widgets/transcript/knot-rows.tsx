// Where the thread is cut and tied again, where another way leaves it, where an agent's strand parts and returns.
import type { JSX } from 'preact';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { WebCompactionRow, WebForkRow } from '../../../server/api.ts';
import { clip } from '../../data/clip.ts';
import { formatClockAfter, formatK, formatMoment, plural } from '../../data/format.ts';
import { hrefOfSession } from '../../data/route.ts';
import { lastCompactionRow, useSessionAround } from '../../data/session-context.ts';
import type { OpenAgent } from '../../data/transcript-list.ts';
import { Prose } from '../prose.tsx';
import { ShowRest } from '../show-rest.tsx';
import { useText } from '../tool-bodies/use-text.ts';
import { Brief } from './brief.tsx';
import { Clock, useTimeInTurn } from './clock.tsx';
import { type RowProps, useReader } from './reader.ts';

export function CompactionRow({ row, rows }: RowProps<WebCompactionRow>): JSX.Element {
  const { state } = useReader();
  const session = useSessionAround();
  const open = state.isOpen(rows, row.index);
  // The Cut page takes back the last one of the branch that is resumed; an exported page has no Cut page.
  const canGoBack =
    session?.source.watch !== undefined &&
    rows === state.main &&
    session.thread.branch === undefined &&
    lastCompactionRow(session.turns.value?.turns ?? []) === row.index;
  return (
    <div class="tie-row">
      <div class="tie">
        <Bow />
        <div class="row">
          <span class="what">{row.scope === 'micro' ? 'Old results dropped' : 'Compacted'}</span>
          <span class="ink2">{triggerWords(row.trigger)}</span>
          <span class="grow" />
          <Clock class="meta" time={row.time} before={useTimeInTurn(rows, row)} />
        </div>
        <p>
          {sizeWords(row)}
          {row.summary !== undefined && (
            <button
              type="button"
              class="text-btn"
              onClick={() => state.toggle(rows, row.index)}
              aria-expanded={open}
            >
              {open ? 'Fold the summary' : 'Read the summary'}
            </button>
          )}
          {canGoBack && (
            <>
              {row.summary !== undefined && ' · '}
              <a href={hrefOfSession(session.source.key, 'cut', { take: 'uncompact' })}>
                Go back to before this
              </a>
            </>
          )}
        </p>
        {open && <Summary row={row} rows={rows} />}
      </div>
    </div>
  );
}

function Summary({ row, rows }: Pick<RowProps<WebCompactionRow>, 'row' | 'rows'>): JSX.Element {
  const shown = useText(rows, row, 'summary', row.summary ?? '');
  return (
    <>
      <Prose text={shown.whole.text} className="prose data" />
      <ShowRest whole={shown.whole} />
    </>
  );
}

function triggerWords(trigger: string | undefined): string {
  if (trigger === 'auto') return 'by the client, the window was full';
  return trigger === 'manual' ? 'by you' : '';
}

function sizeWords(row: WebCompactionRow): string {
  const { tokensBefore, tokensAfter, turns, scope } = row;
  const sizes =
    tokensBefore === undefined
      ? ''
      : tokensAfter === undefined
        ? `${formatK(tokensBefore)} were too many. `
        : `${formatK(tokensBefore)} became ${formatK(tokensAfter)}. `;
  if (scope === 'micro') return sizes;
  const several = turns !== undefined && turns.from !== turns.to;
  const gone = !turns
    ? 'What stands above is no longer sent'
    : several
      ? `Turns ${turns.from} to ${turns.to} are no longer sent`
      : `Turn ${turns.from} is no longer sent`;
  const summary = row.summary === undefined ? '' : `; a summary stands for ${several ? 'them' : 'it'}`;
  return `${sizes}${gone}${summary}. `;
}

function Bow(): JSX.Element {
  return (
    <svg class="bow" viewBox="2 0 32 64" preserveAspectRatio="xMidYMin meet" aria-hidden="true">
      <path
        d="M18-8v30"
        fill="none"
        style={{ stroke: 'var(--thread-gone)' }}
        stroke-width="1.5"
        stroke-dasharray="5 4"
      />
      {/* As far as the box goes: it is as high as its words, or the whole summary. */}
      <path d="M18 42v99999" fill="none" style={{ stroke: 'var(--thread)' }} stroke-width="1.5" />
      <path
        d="M18 32C14 24 7 24.500 7 31s7 8.500 11 1 11-7.500 11-1-7 9-11 1"
        fill="none"
        style={{ stroke: 'var(--f-compact)' }}
        stroke-width="1.5"
      />
      <path
        d="M18 20c0 5-.6 8-.6 12M18 44c0-5 .6-8 .6-12"
        fill="none"
        style={{ stroke: 'var(--f-compact)' }}
        stroke-width="1.5"
      />
    </svg>
  );
}

export function ForkRow({ row, rows }: RowProps<WebForkRow>): JSX.Element {
  const reader = useReader();
  const inTurn = useTimeInTurn(rows, row);
  return (
    <>
      {row.others.map((other, i) => {
        const branch = other.branches[0];
        const words = clip(stripToLine(other.text), 120);
        return (
          <div class="fork" key={i}>
            <svg viewBox="0 0 40 40" aria-hidden="true">
              <path d="M1 4C1 20 24 14 24 20" />
              <circle cx="24" cy="24" r="3.500" style={{ fill: 'var(--ground)' }} />
            </svg>
            <span class="fork-words one" title={formatMoment(other.time)}>
              {other.state === 'cancelled' ? 'Taken back' : 'Another way left here'}
              {other.time === undefined ? '' : ` at ${formatClockAfter(other.time, inTurn)}`}
              {other.branches.length > 1 ? `, ${plural(other.branches.length, 'branch', 'branches')}` : ''}
              {words === '' ? '' : `: “${words}”`}
            </span>
            {branch && <a href={reader.hrefOf({ branch: String(branch.number) })}>See that branch</a>}
          </div>
        );
      })}
    </>
  );
}

/** Where an agent's strand leaves, with its brief. */
export function AgentStart({ agent }: { readonly agent: OpenAgent }): JSX.Element {
  const failure = agent.rows.failure.value;
  return (
    <div class="agent-part">
      <svg class="part" viewBox="0 0 34 22" preserveAspectRatio="none" aria-hidden="true">
        <path d="M1 0C1 14 33 8 33 22" />
      </svg>
      <div class="strand strand-agent">
        <Brief agent={agent} />
        {failure !== undefined && <p class="k-error data">{String((failure as Error).message ?? failure)}</p>}
      </div>
    </div>
  );
}

export function AgentEnd(): JSX.Element {
  return (
    <div class="agent-part agent-join">
      <svg class="join" viewBox="0 0 34 22" preserveAspectRatio="none" aria-hidden="true">
        <path d="M33 0C33 14 1 8 1 22" />
      </svg>
    </div>
  );
}
