// The side of the timeline: what ran at the moment of the cursor, what ended just before, and the window and the bill then.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Span, Step, TimelineAnswer } from '../../../../server/api.ts';
import { formatClock, formatK, formatMoney, formatNumber } from '../../../data/format.ts';
import { useSession } from '../../../data/session-context.ts';
import { Icon, type IconName } from '../../../widgets/icon.tsx';
import type { SpanIndex } from './span-index.ts';
import { spellClock, spellTime } from './spell-time.ts';
import { stopsUntil } from './time-stops.ts';

interface NowPanelProps {
  readonly timeline: TimelineAnswer;
  readonly index: SpanIndex;
  readonly stops: readonly Span[];
  readonly cursor: ReadonlySignal<number>;
  readonly transcript: (span: Span | undefined) => string;
}

const SHOWN: ReadonlySet<Span['kind']> = new Set(['tool', 'thinking', 'answer', 'agent', 'wait', 'retry']);

export function NowPanel({ timeline, index, stops, cursor, transcript }: NowPanelProps): JSX.Element {
  const { head } = useSession();
  const time = cursor.value;
  const spans = useMemo(() => timeline.spans.filter(({ kind }) => SHOWN.has(kind)), [timeline]);
  const at = stopsUntil(stops, time);
  const stop = stops[at - 1];
  const { running, ended } = around(spans, index.agents, time);
  const step = timeline.steps[stepsUntil(timeline.steps, time) - 1];
  const started = new Set(running.filter(({ kind }) => kind === 'agent').map(({ parent }) => parent));
  const shown = running.filter(({ id }) => !started.has(id));
  return (
    <aside class="tl-now" aria-label="At the cursor">
      <h2>At {spellClock(time)}</h2>
      <p class="quiet">
        {stop
          ? `Turn ${stop.turn}, step ${formatNumber(at)} of ${formatNumber(stops.length)}`
          : 'Before the first step'}
      </p>
      <section>
        <h3>Running</h3>
        {shown.length === 0 ? (
          <p class="quiet">Nothing.</p>
        ) : (
          <ul class="running">
            {shown.slice(0, 8).map((span) => (
              <Line key={span.id} span={span} index={index} end={spellTime(time - span.start)} />
            ))}
            {shown.length > 8 && <li class="quiet">and {shown.length - 8} more</li>}
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
                index={index}
                end={span.failed ? (span.outcome ?? 'failed') : formatClock(span.end)}
                done
              />
            ))}
          </ul>
        </section>
      )}
      {step && (
        <section>
          <dl class="kv">
            <dt>Window</dt>
            <dd>
              {formatK(step.context)}
              {head.window !== undefined && ` of ${formatK(head.window)}`}
            </dd>
            {step.costUSD !== undefined && (
              <>
                <dt>Spent so far</dt>
                <dd>{formatMoney(step.costUSD)}</dd>
              </>
            )}
            <dt>Requests</dt>
            <dd>{formatNumber(step.requests)}</dd>
          </dl>
        </section>
      )}
      <section>
        <div class="acts">
          <a class="btn btn-bare" href={transcript(stop)}>
            <Icon name="asst" />
            Show in transcript
          </a>
        </div>
      </section>
    </aside>
  );
}

interface LineProps {
  readonly span: Span;
  readonly index: SpanIndex;
  readonly end: string;
  readonly done?: boolean;
}

function Line({ span, index, end, done = false }: LineProps): JSX.Element {
  const agent = span.agentId === undefined ? undefined : index.lanes.get(span.lane);
  const [kind, icon] = lookOf(span, done);
  return (
    <li>
      <span class={kind}>
        <Icon name={icon} />
      </span>
      <span class="one" title={span.label}>
        {agent && span.kind !== 'agent' && `${agent.name.slice(0, 18)}: `}
        {wordsOf(span, done)}
      </span>
      <span class="meta one">{end.slice(0, 14)}</span>
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

const JUST = 3;
/** Calls and answers are short: what began further back than so many spans has ended. Agents are looked at one by one. */
const BACK = 2000;

/** What ran at a moment, and the last things that had ended by then. */
function around(
  spans: readonly Span[],
  agents: readonly Span[],
  time: number,
): { readonly running: Span[]; readonly ended: Span[] } {
  const last = stopsUntil(spans, time);
  const near = spans.slice(Math.max(last - BACK, 0), last).filter(({ kind }) => kind !== 'agent');
  const begun = agents.filter(({ start }) => start <= time);
  const running = [...begun, ...near].filter(({ end }) => end > time);
  const ended = [...begun, ...near.filter(({ kind }) => kind === 'tool')].filter(({ end }) => end <= time);
  const returned = new Set(begun.map(({ parent }) => parent));
  return {
    running,
    ended: ended
      .filter(({ id }) => !returned.has(id))
      .sort((a, b) => b.end - a.end)
      .slice(0, JUST),
  };
}

function stepsUntil(steps: readonly Step[], time: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] as Step).time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
