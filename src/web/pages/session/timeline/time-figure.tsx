// The picture of the timeline with its head: what is shown, lanes or flame, how much of it; the table behind it.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import { asksPerson } from '../../../../render/timeline/timeline-sums.ts';
import type { MomentAnswer, PartFacts, Span, TimelineAnswer } from '../../../../server/api.ts';
import { formatNumber, plural } from '../../../data/format.ts';
import { goTo } from '../../../data/route.ts';
import { ChartHead } from '../../../widgets/chart/chart-head.tsx';
import { PictureButtons } from '../../../widgets/chart/picture-buttons.tsx';
import { Swatch } from '../../../widgets/chart/swatch.tsx';
import { LanePicture } from './lane-picture.tsx';
import { layOutFlame } from './lay-out-flame.ts';
import { layOutLanes } from './lay-out-lanes.ts';
import { LongestTable } from './longest-table.tsx';
import { viewOfMoment } from './span-address.ts';
import type { SpanIndex } from './span-index.ts';
import { SpanTable } from './span-table.tsx';
import { spellTime } from './spell-time.ts';
import type { TimeView } from './use-time-view.ts';
import { useWidth } from './use-width.ts';

interface TimeFigureProps {
  readonly timeline: TimelineAnswer;
  readonly index: SpanIndex;
  readonly facts: PartFacts | undefined;
  /** How many agents of the view share one lane. */
  readonly hidden: number;
  readonly fold: TimeFold;
  readonly view: TimeView;
  readonly cursor: ReadonlySignal<number>;
  readonly moment: MomentAnswer;
  readonly selected: Span | undefined;
  readonly folded: boolean;
  readonly setFolded: (folded: boolean) => void;
  readonly flame: boolean;
  /** Whether the spans that are there are those of a flame. */
  readonly drawnFlame: boolean;
  readonly setFlame: (flame: boolean) => void;
  readonly moreAgents: () => void;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
  readonly select: (span: Span) => void;
  readonly transcript: (span: Span) => string;
  readonly moveTo: (time: number) => void;
}

const HOUR = 3_600_000;
const LEFT = 128;
const LEAST = 640;
/** The server tells of no more. */
const MOST_LANES = 60;

const LEGEND: readonly (readonly [string, string])[] = [
  ['thinking', 'url(#p-think)'],
  ['answering', 'var(--f-asst)'],
  ['tool', 'url(#p-tool)'],
  ['failed', 'var(--f-error)'],
];
/** A call that waits for a person: where none does, nobody needs to know its colour. */
const ASKS: readonly [string, string] = ['asks you', 'var(--f-user)'];

export function TimeFigure(props: TimeFigureProps): JSX.Element {
  const { timeline, index, facts, fold, view, cursor, selected, flame, table, setTable } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, LEAST);
  // A picture to be saved is drawn as SVG whole, whatever it takes.
  const [whole, setWhole] = useState(false);
  const frame = useMemo(
    () => ({ from: view.from, to: view.to, left: LEFT, right: width - 8 }),
    [view.from, view.to, width],
  );
  const picture = useMemo(
    () => (props.drawnFlame ? layOutFlame(index, frame) : layOutLanes(index, fold, frame, props.hidden > 0)),
    [index, fold, frame, props.drawnFlame, props.hidden > 0],
  );
  const [from, to] = [fold.timeOf(view.from), fold.timeOf(view.to)];
  const words = turnWords(facts);
  const asks = timeline.totals.tools.some(({ name }) => asksPerson({ tool: name }));
  const legend = asks ? [...LEGEND, ASKS] : LEGEND;
  const isAll = view.from === 0 && view.to === fold.length;
  const showTurns = () => {
    const around = viewOfMoment(props.moment, fold);
    view.show(around.from, around.to);
  };
  const showHour = () => {
    const middle = Math.min(Math.max(fold.unitOf(cursor.peek()), view.from), view.to);
    view.show(middle - HOUR / 2, middle + HOUR / 2);
  };
  const find = async () => {
    setWhole(true);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return box.current?.querySelector<SVGSVGElement>('svg.lanes') ?? undefined;
  };
  const longest = useMemo(
    () => facts && <LongestTable facts={facts} lanes={index.lanes} select={props.select} />,
    [facts, index.lanes],
  );
  return (
    <>
      <figure class="chart tl-figure">
        <ChartHead title={words} basis={spellTime(to - from)} table={table} setTable={setTable}>
          <span class="legend">
            {legend.map(([name, fill]) => (
              <span key={name}>
                <Swatch fill={fill} />
                {name}
              </span>
            ))}
          </span>
          <span class="seg">
            <button type="button" aria-pressed={!flame} onClick={() => props.setFlame(false)}>
              Lanes
            </button>
            <button type="button" aria-pressed={flame} onClick={() => props.setFlame(true)}>
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
          {!table && <PictureButtons name="timeline" find={find} done={() => setWhole(false)} />}
        </ChartHead>
        <div ref={box} class="tl-box">
          {table ? (
            <SpanTable
              from={from}
              to={to}
              fold={fold}
              lanes={index.lanes}
              selected={selected}
              select={props.select}
              transcript={props.transcript}
            />
          ) : (
            <div class="scroll-x">
              <LanePicture
                picture={picture}
                fold={fold}
                frame={frame}
                label={`${words}, ${spellTime(to - from)}: ${plural(facts?.calls ?? 0, 'tool call')} on ${flame ? 'rows, each inside the one above,' : 'lanes'} over time.`}
                cursor={cursor}
                selected={selected}
                view={view}
                whole={whole}
                select={props.select}
                open={(span) => goTo(props.transcript(span))}
                moveTo={props.moveTo}
              />
            </div>
          )}
        </div>
        {props.hidden > 0 && !table && (
          <p class="meta">
            {props.hidden <= MOST_LANES ? (
              <button type="button" class="btn btn-bare" onClick={props.moreAgents}>
                A lane for each of {plural(props.hidden, 'agent')}
              </button>
            ) : (
              `${plural(props.hidden, 'agent')} share a lane; nearer, each has its own.`
            )}
          </p>
        )}
      </figure>
      {!table && longest}
      {timeline.untimed > 0 && (
        <p class="meta">{plural(timeline.untimed, 'thing')} without a time could not be drawn.</p>
      )}
    </>
  );
}

function turnWords(facts: PartFacts | undefined): string {
  const { firstTurn = 0, lastTurn = 0 } = facts ?? {};
  if (lastTurn === 0) return 'Before the first turn';
  return lastTurn === firstTurn
    ? `Turn ${formatNumber(lastTurn)}`
    : `Turns ${formatNumber(Math.max(firstTurn, 1))} to ${formatNumber(lastTurn)}`;
}
