// The picture of the timeline with its head: what is shown, lanes or flame, how much of it; the table behind it.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Span, TimelineAnswer } from '../../../../server/api.ts';
import { plural } from '../../../data/format.ts';
import { goTo } from '../../../data/route.ts';
import { ChartHead } from '../../../widgets/chart/chart-head.tsx';
import { Swatch } from '../../../widgets/chart/swatch.tsx';
import type { TimeFold } from './fold-time.ts';
import { LanePicture } from './lane-picture.tsx';
import { layOutFlame } from './lay-out-flame.ts';
import { layOutLanes, MOST_AGENTS } from './lay-out-lanes.ts';
import { LongestTable, SpanTable } from './longest-table.tsx';
import { viewOfTurns } from './span-address.ts';
import { firstIn, type SpanIndex, stackAgents } from './span-index.ts';
import { spellTime } from './spell-time.ts';
import { stopsUntil } from './time-stops.ts';
import type { TimeView } from './use-time-view.ts';
import { useWidth } from './use-width.ts';

interface TimeFigureProps {
  readonly timeline: TimelineAnswer;
  readonly index: SpanIndex;
  readonly fold: TimeFold;
  readonly view: TimeView;
  readonly cursor: ReadonlySignal<number>;
  readonly selected: Span | undefined;
  readonly folded: boolean;
  readonly setFolded: (folded: boolean) => void;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
  readonly select: (span: Span) => void;
  readonly transcript: (span: Span) => string;
  readonly moveTo: (time: number) => void;
}

const HOUR = 3_600_000;
const LEFT = 128;
const LEAST = 640;

const LEGEND: readonly (readonly [string, string])[] = [
  ['thinking', 'url(#p-think)'],
  ['answering', 'var(--f-asst)'],
  ['tool', 'url(#p-tool)'],
  ['failed', 'var(--f-error)'],
];

export function TimeFigure(props: TimeFigureProps): JSX.Element {
  const { timeline, index, fold, view, cursor, selected, table, setTable, select, transcript } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, LEAST);
  const [flame, setFlame] = useState(false);
  const [agents, setAgents] = useState(MOST_AGENTS);
  const frame = useMemo(
    () => ({ from: view.from, to: view.to, left: LEFT, right: width - 8 }),
    [view.from, view.to, width],
  );
  const agentRows = useMemo(() => (flame ? stackAgents(timeline, fold) : []), [timeline, fold, flame]);
  const picture = useMemo(
    () => (flame ? layOutFlame(index, agentRows, frame) : layOutLanes(index, fold, frame, agents)),
    [index, fold, frame, flame, agents, agentRows],
  );
  const [from, to] = [fold.timeOf(view.from), fold.timeOf(view.to)];
  const spans = useMemo(() => spansIn(timeline, from, to), [timeline, from, to]);
  const words = turnWords(index, view);
  const isAll = view.from === 0 && view.to === fold.length;
  const turn = () => {
    const { spans: prompts } = index.prompts;
    return selected?.turn ?? prompts[Math.max(stopsUntil(prompts, cursor.peek()) - 1, 0)]?.turn ?? 1;
  };
  const showTurns = () => {
    const { from: a, to: b } = viewOfTurns(index, fold, turn());
    view.show(a, b);
  };
  const showHour = () => {
    const middle = Math.min(Math.max(fold.unitOf(cursor.peek()), view.from), view.to);
    view.show(middle - HOUR / 2, middle + HOUR / 2);
  };
  return (
    <>
      <figure class="chart tl-figure">
        <ChartHead title={words} basis={spellTime(to - from)} table={table} setTable={setTable}>
          <span class="legend">
            {LEGEND.map(([name, fill]) => (
              <span key={name}>
                <Swatch fill={fill} />
                {name}
              </span>
            ))}
          </span>
          <span class="seg">
            <button type="button" aria-pressed={!flame} onClick={() => setFlame(false)}>
              Lanes
            </button>
            <button type="button" aria-pressed={flame} onClick={() => setFlame(true)}>
              Flame
            </button>
          </span>
          {timeline.idle.length > 0 && (
            <span class="seg">
              <button
                type="button"
                aria-pressed={props.folded}
                onClick={() => props.setFolded(!props.folded)}
              >
                Fold idle
              </button>
            </span>
          )}
          <span class="seg">
            <button type="button" aria-pressed={false} onClick={showHour}>
              1 h
            </button>
            <button type="button" aria-pressed={!isAll} onClick={showTurns}>
              Turns
            </button>
            <button type="button" aria-pressed={isAll} onClick={() => view.show(0, fold.length)}>
              All
            </button>
          </span>
        </ChartHead>
        <div ref={box} class="tl-box">
          {table ? (
            <SpanTable
              spans={spans}
              index={index}
              selected={selected}
              select={select}
              transcript={transcript}
            />
          ) : (
            <div class="scroll-x">
              <LanePicture
                picture={picture}
                fold={fold}
                frame={frame}
                label={`${words}, ${spellTime(to - from)}: ${plural(spans.filter(({ kind }) => kind === 'tool').length, 'tool call')} on lanes over time.`}
                cursor={cursor}
                selected={selected}
                view={view}
                select={select}
                open={(span) => goTo(transcript(span))}
                moveTo={props.moveTo}
              />
            </div>
          )}
        </div>
        {picture.hidden > 0 && !table && (
          <button type="button" class="btn btn-bare" onClick={() => setAgents(agents + 40)}>
            {plural(picture.hidden, 'more agent')}
          </button>
        )}
      </figure>
      {!table && <LongestTable spans={spans} index={index} select={select} ms={Math.max(to - from, 1)} />}
      {timeline.untimed > 0 && (
        <p class="meta">{plural(timeline.untimed, 'thing')} without a time could not be drawn.</p>
      )}
    </>
  );
}

function turnWords({ turns }: SpanIndex, view: TimeView): string {
  const first = turns.spans[firstIn(turns, view.from)]?.turn ?? turns.spans.at(-1)?.turn ?? 0;
  let [low, high] = [0, turns.spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns.from[middle] as number) <= view.to) low = middle + 1;
    else high = middle;
  }
  const last = Math.max(turns.spans[low - 1]?.turn ?? first, first);
  if (last === 0) return 'Before the first turn';
  return last === first ? `Turn ${first}` : `Turns ${Math.max(first, 1)} to ${last}`;
}

function spansIn({ spans }: TimelineAnswer, from: number, to: number): Span[] {
  return spans.filter((span) => span.start <= to && span.end >= from);
}
