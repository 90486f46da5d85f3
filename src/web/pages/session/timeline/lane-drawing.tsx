// The elements of the timeline's picture: what lies behind the marks, the marks, and what lies before them.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type TimeFold, tickWords, timeTicks } from '../../../../render/timeline/fold-time.ts';
import type { Span } from '../../../../server/api.ts';
import { type Frame, type Mark, xOf } from './gather-marks.ts';
import type { Picture, Word } from './lay-out-lanes.ts';
import { markFill, spanName } from './mark-fill.ts';
import { hasSeveralDays, spellMoment, spellTime } from './spell-time.ts';

const TICK_ROOM = 104;
/** Half of a time, and a gap. */
const BESIDE_FLAG = 30;

/** How wide the cursor's flag is on either side. */
export function halfFlag(fold: TimeFold): number {
  return hasSeveralDays(fold) ? 58 : 34;
}

interface BackProps {
  readonly picture: Picture;
  readonly fold: TimeFold;
  readonly frame: Frame;
}

/** What lies behind the marks: the axis, the folds, the names, the thread. */
export function Back({ picture, fold, frame }: BackProps): JSX.Element {
  const bottom = picture.height - 8;
  const folds = fold.folds.filter((one) => one.to > frame.from && one.from < frame.to);
  const wide = folds.filter((one) => xOf(frame, one.to) - xOf(frame, one.from) > 3);
  return (
    <g>
      {ticksOf(fold, frame).map(({ unit, time }) => (
        <line key={time} class="axis" x1={xOf(frame, unit)} x2={xOf(frame, unit)} y1="22" y2={bottom} />
      ))}
      {wide.map((one) => {
        const x = Math.max(xOf(frame, one.from), frame.left);
        const width = Math.min(xOf(frame, one.to), frame.right) - x;
        return (
          <rect key={one.from} class="fold" x={x} y="22" width={Math.max(width, 0)} height={bottom - 22}>
            <title>{`Nothing ran for ${spellTime(one.ms)}`}</title>
          </rect>
        );
      })}
      {picture.names.map(({ name, shown, y, colour }) => (
        <g key={`${name} ${y}`}>
          {colour !== undefined && (
            <circle cx="4" cy={y} r="3" class="lane-ring" style={{ stroke: colour }} />
          )}
          <text class="lane-name" x={colour === undefined ? 0 : 14} y={y + 4}>
            {shown ?? name}
            <title>{name}</title>
          </text>
        </g>
      ))}
      {picture.thread !== undefined && (
        <line
          class="lane-thread"
          x1={frame.left - 4}
          x2={frame.right}
          y1={picture.thread}
          y2={picture.thread}
        />
      )}
    </g>
  );
}

interface TickWordsProps {
  readonly fold: TimeFold;
  readonly frame: Frame;
  readonly cursor: ReadonlySignal<number>;
}

/** The times along the axis, but for those that the flag of the cursor would cover. */
export function TickWords({ fold, frame, cursor }: TickWordsProps): JSX.Element {
  const ticks = useMemo(() => ticksOf(fold, frame), [fold, frame]);
  const words = tickWords(ticks);
  const flag = xOf(frame, fold.unitOf(cursor.value));
  const room = halfFlag(fold) + BESIDE_FLAG;
  return (
    <g>
      {ticks
        .filter(({ unit }) => Math.abs(xOf(frame, unit) - flag) > room)
        .map(({ unit, time }) => (
          <text
            key={time}
            x={Math.min(xOf(frame, unit), frame.right + 8)}
            y="14"
            text-anchor={xOf(frame, unit) > frame.right - 16 ? 'end' : 'middle'}
          >
            {words(time)}
          </text>
        ))}
    </g>
  );
}

function ticksOf(fold: TimeFold, frame: Frame): ReturnType<typeof timeTicks> {
  return timeTicks(fold, frame.from, frame.to, (frame.right - frame.left) / TICK_ROOM);
}

interface FrontProps {
  readonly picture: Picture;
  readonly fold: TimeFold;
  readonly frame: Frame;
  readonly marks: readonly Mark[];
}

/** The marks, and what lies before them. */
export function Front({ picture, fold, frame, marks }: FrontProps): JSX.Element {
  return (
    <g>
      {picture.waits.map(({ x, end, y }) => (
        <path key={x} class="waits" d={`M${x} ${y}H${end}`} />
      ))}
      <clipPath id="lanes-clip">
        <rect x={frame.left - 4} y="0" width={frame.right - frame.left + 4} height={picture.height} />
      </clipPath>
      <g clip-path="url(#lanes-clip)">
        {picture.strands.map(({ span, path, colour, ends }, i) => (
          <g key={span.id} style={{ '--strand': colour }}>
            <path class="strand-line" d={path} />
            <path class="strand-hit" d={path} data-mark={`strand ${i}`}>
              <title>{tipOf(span, 1, fold)}</title>
            </path>
            {ends.map(([x, y]) => (
              <circle key={x} class="strand-end" cx={x} cy={y} r="2" />
            ))}
          </g>
        ))}
      </g>
      {marks.map((mark, i) => (
        <rect
          key={`${mark.span.id}`}
          data-mark={`mark ${i}`}
          class="mark"
          x={mark.x}
          y={mark.y}
          width={mark.width}
          height={mark.height}
          rx={mark.height > 6 ? 1.5 : 0.5}
          style={{ fill: markFill(mark.span, mark.failed) }}
        >
          <title>{tipOf(mark.span, mark.count, fold)}</title>
        </rect>
      ))}
      {picture.events.map((mark, i) => (
        <EventMark key={mark.span.id} mark={mark} at={i} tip={tipOf(mark.span, mark.count, fold)} />
      ))}
      {picture.prompts.map(({ span, x, y, count }, i) => (
        <g key={span.id}>
          {count === 1 && <path class="prompt-line" d={`M${x} ${y}V${picture.thread ?? y}`} />}
          <circle
            class="prompt-knot"
            cx={x}
            cy={y}
            r={knotRadius(picture.prompts, i)}
            data-mark={`prompt ${i}`}
          >
            <title>{tipOf(span, count, fold)}</title>
          </circle>
        </g>
      ))}
      {picture.words.map((word) => (
        <Words key={`${word.x} ${word.y}`} word={word} plain={picture.thread === undefined} />
      ))}
    </g>
  );
}

const KNOT = 5.5;
const SMALL_KNOT = 3.5;

/** Knots beside each other are as small as they must be to be told apart. */
function knotRadius(prompts: readonly Mark[], at: number): number {
  const x = prompts[at]?.x ?? 0;
  const gaps = [prompts[at - 1], prompts[at + 1]].map((other) => (other ? Math.abs(other.x - x) : KNOT * 4));
  return Math.min(KNOT, Math.max(SMALL_KNOT, Math.min(...gaps) / 2));
}

function Words({ word, plain }: { readonly word: Word; readonly plain: boolean }): JSX.Element {
  const { x, y, text, bold, kind, anchor } = word;
  const look = plain ? 'flame-word' : kind === 'error' ? 'error-word halo' : 'halo';
  return (
    <text x={x} y={y} text-anchor={anchor ?? 'start'} class={kind === 'prompt' ? 'prompt-word halo' : look}>
      {bold !== undefined && <tspan class="b">{bold}</tspan>}
      {bold !== undefined && text !== '' ? ` ${text}` : text}
    </text>
  );
}

interface EventMarkProps {
  readonly mark: Mark;
  readonly at: number;
  readonly tip: string;
}

function EventMark({ mark, at, tip }: EventMarkProps): JSX.Element {
  const { span, x, y, width, height } = mark;
  if (span.kind === 'compaction') {
    return (
      <g transform={`translate(${x} ${y + height / 2})`}>
        <path class="bow" d="M0 0c-4.5-8-13-6.500-13 0s8.500 8 13 0 13-6.500 13 0-8.500 8-13 0" />
        <rect x="-13" y="-8" width="26" height="16" class="hit" data-mark={`event ${at}`}>
          <title>{tip}</title>
        </rect>
      </g>
    );
  }
  return (
    <rect class="retry" x={x} y={y + height + 2} width={width} height="3" data-mark={`event ${at}`}>
      <title>{tip}</title>
    </rect>
  );
}

export function tipOf(span: Span, count: number, fold: TimeFold): string {
  const took = span.end > span.start ? `, ${spellTime(span.end - span.start)}` : '';
  const outcome = span.outcome === undefined ? '' : `, ${span.outcome}`;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  return `${spellMoment(span.start, fold)} ${spanName(span)}${took}${outcome}${more}`;
}
