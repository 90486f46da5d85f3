// What took longest in the view, and the table behind the picture: every span that is in it.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Span } from '../../../../server/api.ts';
import { formatNumber } from '../../../data/format.ts';
import { KIND_CLASSES, spanName } from './mark-fill.ts';
import type { SpanIndex } from './span-index.ts';
import { spellClock, spellTime } from './spell-time.ts';

interface SpanListProps {
  readonly spans: readonly Span[];
  readonly index: SpanIndex;
  readonly selected: Span | undefined;
  readonly select: (span: Span) => void;
  readonly transcript: (span: Span) => string;
}

const LONGEST = 6;
const COUNTED: ReadonlySet<Span['kind']> = new Set(['tool', 'agent', 'wait', 'thinking', 'answer', 'retry']);

export function LongestTable({
  spans,
  index,
  select,
  ms,
}: Omit<SpanListProps, 'transcript' | 'selected'> & { readonly ms: number }): JSX.Element | null {
  const longest = useMemo(() => {
    const starters = new Set(index.agents.map(({ parent }) => parent));
    return spans
      .filter((span) => COUNTED.has(span.kind) && !starters.has(span.id) && span.end > span.start)
      .sort((a, b) => b.end - b.start - (a.end - a.start))
      .slice(0, LONGEST);
  }, [spans, index]);
  if (longest.length === 0) return null;
  return (
    <div class="section tl-longest">
      <h2>Longest in view</h2>
      <table class="tbl">
        <thead>
          <tr>
            <th>What</th>
            <th>Lane</th>
            <th class="num">Took</th>
            <th class="num">Share</th>
          </tr>
        </thead>
        <tbody>
          {longest.map((span) => (
            <tr key={span.id}>
              <td>
                <button type="button" class="link one" onClick={() => select(span)}>
                  <What span={span} />
                </button>
              </td>
              <td class={KIND_CLASSES[span.kind]}>{laneOf(span, index)}</td>
              <td class="num">{spellTime(span.end - span.start)}</td>
              <td class="num">{shareWords((span.end - span.start) / ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shareWords(share: number): string {
  return share < 0.005 ? '< 1%' : `${Math.round(Math.min(share, 1) * 100)}%`;
}

function What({ span }: { readonly span: Span }): JSX.Element {
  if (span.kind === 'tool') return <span class="code">{spanName(span)}</span>;
  if (span.kind === 'wait')
    return (
      <>
        Waiting for you{' '}
        <span class="quiet">{span.turn === 0 ? 'before turn 1' : `after turn ${span.turn}`}</span>
      </>
    );
  return (
    <>
      {spanName(span)} {span.kind !== 'agent' && <span class="quiet">in turn {span.turn}</span>}
    </>
  );
}

function laneOf(span: Span, index: SpanIndex): string {
  if (span.kind === 'wait') return 'you';
  if (span.kind === 'agent') return 'agent';
  const agent = span.agentId === undefined ? '' : ` of ${index.lanes.get(span.lane)?.name ?? 'an agent'}`;
  if (span.kind === 'tool') return `${span.tool}${agent}`.slice(0, 40);
  return agent === '' ? 'main agent' : agent.slice(4, 40);
}

const SHOWN = 200;

/** The table behind the picture. */
export function SpanTable({ spans, index, selected, select, transcript }: SpanListProps): JSX.Element {
  const [shown, setShown] = useState(SHOWN);
  const lines = useMemo(() => spans.filter(({ kind }) => kind !== 'turn' && kind !== 'request'), [spans]);
  return (
    <div class="scroll-x">
      <table class="tbl">
        <thead>
          <tr>
            <th>Began</th>
            <th>Turn</th>
            <th>What</th>
            <th>Lane</th>
            <th class="num">Took</th>
            <th>Ended</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shown).map((span) => (
            <tr key={span.id} aria-selected={span === selected}>
              <td>
                <button type="button" class="link" onClick={() => select(span)}>
                  {spellClock(span.start)}
                </button>
              </td>
              <td>{span.turn}</td>
              <td class="span-what">
                <span class="one">{spanName(span)}</span>
              </td>
              <td class={KIND_CLASSES[span.kind]}>{laneOf(span, index)}</td>
              <td class="num">{span.end > span.start ? spellTime(span.end - span.start) : ''}</td>
              <td class={span.failed ? 'k-error' : ''}>{span.outcome ?? (span.failed ? 'failed' : '')}</td>
              <td class="num">
                <a href={transcript(span)}>Show</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > shown && (
        <button type="button" class="btn btn-bare" onClick={() => setShown(shown * 4)}>
          {formatNumber(lines.length - shown)} more
        </button>
      )}
    </div>
  );
}
