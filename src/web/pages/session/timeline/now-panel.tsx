// The side of the timeline: what ran at the moment of the cursor, what ended just before, and the window and the bill then.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { Lane, MomentAnswer, Span } from '../../../../server/api.ts';
import { clip } from '../../../data/clip.ts';
import { formatClockAfter, formatK, formatMoney, formatNumber } from '../../../data/format.ts';
import { useSession } from '../../../data/session-context.ts';
import { Icon, type IconName } from '../../../widgets/icon.tsx';
import { spellMoment, spellTime } from './spell-time.ts';

interface NowPanelProps {
  readonly moment: MomentAnswer;
  readonly cursor: ReadonlySignal<number>;
  readonly fold: TimeFold;
  readonly lanes: ReadonlyMap<string, Lane>;
  /** Where the transcript shows the last step. */
  readonly href: string;
}

export function NowPanel({ moment, cursor, fold, lanes, href }: NowPanelProps): JSX.Element {
  const { head } = useSession();
  const { time, turn, step, steps, running, more, ended, bill } = moment;
  const hasAgents = head.agentTree.length > 0;
  return (
    <aside class="tl-now" aria-label="At the cursor">
      <At cursor={cursor} fold={fold} />
      <p class="quiet">
        {turn === undefined
          ? 'Before the first step'
          : `${turn === 0 ? 'Before turn 1' : `Turn ${turn}`}, step ${formatNumber(step)} of ${formatNumber(steps)}`}
      </p>
      <section>
        <h3>Running</h3>
        {running.length === 0 ? (
          <p class="quiet">{bill ? 'Nothing.' : 'Nothing yet.'}</p>
        ) : (
          <ul class="running">
            {running.map((span) => (
              <Line key={span.id} span={span} lanes={lanes} end={spellTime(time - span.start)} />
            ))}
            {more > 0 && <li class="quiet">and {more} more</li>}
          </ul>
        )}
      </section>
      {ended.length > 0 && (
        <section>
          <h3>Just before</h3>
          <ul class="running">
            {ended.map((span) => (
              <Line
                key={span.id}
                span={span}
                lanes={lanes}
                end={span.failed ? (span.outcome ?? 'failed') : formatClockAfter(span.end, time)}
                done
              />
            ))}
          </ul>
        </section>
      )}
      {bill && (
        <section>
          {/* What agents spend meanwhile is in their own logs. */}
          {hasAgents && <h3>Main agent</h3>}
          <dl class="kv">
            <dt>Window</dt>
            <dd>
              {formatK(bill.context)}
              {head.window !== undefined && ` of ${formatK(head.window)}`}
            </dd>
            {bill.costUSD !== undefined && (
              <>
                <dt>Spent so far</dt>
                <dd>{formatMoney(bill.costUSD)}</dd>
              </>
            )}
            <dt>Requests</dt>
            <dd>{formatNumber(bill.requests)}</dd>
          </dl>
        </section>
      )}
      <section>
        <div class="acts">
          <a class="btn btn-bare" href={href}>
            <Icon name="asst" />
            Show in transcript
          </a>
        </div>
      </section>
    </aside>
  );
}

function At({ cursor, fold }: Pick<NowPanelProps, 'cursor' | 'fold'>): JSX.Element {
  return <h2>At {spellMoment(cursor.value, fold)}</h2>;
}

interface LineProps {
  readonly span: Span;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly end: string;
  readonly done?: boolean;
}

function Line({ span, lanes, end, done = false }: LineProps): JSX.Element {
  const agent = span.agentId === undefined ? undefined : lanes.get(span.lane);
  const [kind, icon] = lookOf(span, done);
  return (
    <li>
      <span class={kind}>
        <Icon name={icon} />
      </span>
      <span class="one" title={span.label}>
        {agent && span.kind !== 'agent' && `${clip(agent.name, 18)}: `}
        {wordsOf(span, done)}
      </span>
      <span class="meta one">{clip(end, 14)}</span>
    </li>
  );
}

function wordsOf(span: Span, done: boolean): JSX.Element | string {
  switch (span.kind) {
    case 'tool':
      return <span class="code">{span.label}</span>;
    case 'agent':
      return done ? `${span.label} came back` : span.label;
    case 'wait':
      return 'waits for you';
    case 'thinking':
      return 'thinking';
    case 'retry':
      return span.label;
    default:
      return 'answering';
  }
}

function lookOf(span: Span, done: boolean): readonly [string, IconName] {
  if (span.failed) return ['k-error', 'close'];
  switch (span.kind) {
    case 'agent':
      return ['k-agent', done ? 'result' : 'agent'];
    case 'tool':
      return span.agentId === undefined ? ['k-tool', 'tool'] : ['k-agent', 'agent'];
    case 'thinking':
      return ['k-think', 'think'];
    case 'wait':
      return ['quiet', 'clock'];
    case 'retry':
      return ['k-error', 'retry'];
    default:
      return ['k-asst', 'asst'];
  }
}
