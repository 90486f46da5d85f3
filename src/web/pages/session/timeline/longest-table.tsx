// What took longest in the view.
import type { JSX } from 'preact';
import type { Lane, PartFacts, Span } from '../../../../server/api.ts';
import { clip } from '../../../data/clip.ts';
import { plainToolName } from '../../../widgets/tool-name.tsx';
import { KIND_CLASSES, spanName } from './mark-fill.ts';
import { spellTime } from './spell-time.ts';

interface LongestTableProps {
  readonly facts: PartFacts;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly select: (span: Span) => void;
}

export function LongestTable({ facts, lanes, select }: LongestTableProps): JSX.Element | null {
  const { longest } = facts;
  const ms = Math.max(facts.to - facts.from, 1);
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
              <td class={KIND_CLASSES[span.kind]}>{laneOf(span, lanes)}</td>
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

const MOST_LANE = 40;

/** The words for where a span ran. */
export function laneOf(span: Span, lanes: ReadonlyMap<string, Lane>): string {
  if (span.kind === 'wait') return 'you';
  if (span.kind === 'agent') return 'agent';
  const agent = span.agentId === undefined ? undefined : (lanes.get(span.lane)?.name ?? 'an agent');
  const words = span.kind === 'tool' ? [plainToolName(span.tool ?? ''), agent] : [agent ?? 'main agent'];
  return clip(words.filter((word) => word !== undefined).join(' of '), MOST_LANE);
}
