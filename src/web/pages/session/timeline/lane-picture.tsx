// Draws the picture of the timeline: lanes or flame, redrawn at the width that there is; it is dragged, zoomed and clicked.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Span } from '../../../../server/api.ts';
import { type TimeFold, tickWords, timeTicks } from './fold-time.ts';
import { type Frame, type Mark, xOf } from './gather-marks.ts';
import { clip, type Picture, type Word } from './lay-out-lanes.ts';
import { markFill, spanName } from './mark-fill.ts';
import { spellClock, spellTime } from './spell-time.ts';
import type { TimeView } from './use-time-view.ts';

interface LanePictureProps {
  readonly picture: Picture;
  readonly fold: TimeFold;
  readonly frame: Frame;
  readonly label: string;
  readonly cursor: ReadonlySignal<number>;
  readonly selected: Span | undefined;
  readonly view: TimeView;
  readonly select: (span: Span) => void;
  readonly open: (span: Span) => void;
  readonly moveTo: (time: number) => void;
}

const TICK_ROOM = 104;
const DRAG = 4;

export function LanePicture(props: LanePictureProps): JSX.Element {
  const { picture, fold, frame, label, cursor, selected, view, select, open, moveTo } = props;
  const drag = useRef<{ x: number; from: number; moved: boolean } | undefined>(undefined);
  const drawn = useMemo(
    () => <Drawing picture={picture} fold={fold} frame={frame} />,
    [picture, frame, fold],
  );
  const scale = (frame.to - frame.from) / (frame.right - frame.left);
  const unitAt = (event: MouseEvent): number => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    return frame.from + (event.clientX - box.left - frame.left) * scale;
  };
  const spanAt = (event: MouseEvent): Span | undefined => {
    const [kind, at] = (event.target as SVGElement).getAttribute('data-mark')?.split(' ') ?? [];
    if (kind === 'strand') return picture.strands[Number(at)]?.span;
    const list = { mark: picture.marks, prompt: picture.prompts, event: picture.events }[kind as 'mark'];
    return list?.[Number(at)]?.span;
  };
  return (
    <svg
      width={frame.right + 8}
      height={picture.height}
      viewBox={`0 0 ${frame.right + 8} ${picture.height}`}
      class="lanes"
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        drag.current = { x: event.clientX, from: frame.from, moved: false };
      }}
      onPointerMove={(event) => {
        const held = drag.current;
        if (!held || event.buttons === 0) return;
        if (!held.moved && Math.abs(event.clientX - held.x) > DRAG) {
          held.moved = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        if (held.moved) view.panTo(held.from - (event.clientX - held.x) * scale);
      }}
      onClick={(event) => {
        const moved = drag.current?.moved;
        drag.current = undefined;
        if (moved) return;
        const span = spanAt(event);
        if (span) select(span);
        else if (unitAt(event) >= frame.from) moveTo(fold.timeOf(unitAt(event)));
      }}
      onDblClick={(event) => {
        const span = spanAt(event);
        if (span) open(span);
      }}
      onWheel={(event) => {
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          view.zoom(Math.exp(event.deltaY * 0.004), unitAt(event));
        } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
          event.preventDefault();
          view.panTo(frame.from + (event.deltaX || event.deltaY) * scale);
        }
      }}
    >
      {drawn}
      {selected && <Chosen span={selected} picture={picture} />}
      <Cursor cursor={cursor} fold={fold} frame={frame} height={picture.height} />
    </svg>
  );
}

interface DrawingProps {
  readonly picture: Picture;
  readonly fold: TimeFold;
  readonly frame: Frame;
}

function Drawing({ picture, fold, frame }: DrawingProps): JSX.Element {
  const ticks = timeTicks(fold, frame.from, frame.to, (frame.right - frame.left) / TICK_ROOM);
  const words = tickWords(ticks);
  const bottom = picture.height - 8;
  const folds = fold.folds.filter((one) => one.to > frame.from && one.from < frame.to);
  const wide = folds.filter((one) => xOf(frame, one.to) - xOf(frame, one.from) > 3);
  return (
    <g>
      {ticks.map(({ unit, time }) => (
        <g key={time}>
          <line class="axis" x1={xOf(frame, unit)} x2={xOf(frame, unit)} y1="22" y2={bottom} />
          <text x={xOf(frame, unit)} y="14" text-anchor="middle">
            {words(time)}
          </text>
        </g>
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
      {picture.names.map(({ name, y, colour }) => (
        <g key={`${name} ${y}`}>
          {colour !== undefined && (
            <circle cx="4" cy={y} r="3" class="lane-ring" style={{ stroke: colour }} />
          )}
          <text class="lane-name" x={colour === undefined ? 0 : 14} y={y + 4}>
            {clip(name, colour === undefined ? 18 : 16)}
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
              <title>{tipOf(span, 1)}</title>
            </path>
            {ends.map(([x, y]) => (
              <circle key={x} class="strand-end" cx={x} cy={y} r="2" />
            ))}
          </g>
        ))}
      </g>
      {picture.marks.map((mark, i) => (
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
          <title>{tipOf(mark.span, mark.count)}</title>
        </rect>
      ))}
      {picture.events.map((mark, i) => (
        <EventMark key={mark.span.id} mark={mark} at={i} />
      ))}
      {picture.prompts.map(({ span, x, y, count }, i) => (
        <g key={span.id}>
          <path class="prompt-line" d={`M${x} ${y}V${picture.thread ?? y}`} />
          <circle class="prompt-knot" cx={x} cy={y} r="5.5" data-mark={`prompt ${i}`}>
            <title>{tipOf(span, count)}</title>
          </circle>
        </g>
      ))}
      {picture.words.map((word) => (
        <Words key={`${word.x} ${word.y}`} word={word} plain={picture.thread === undefined} />
      ))}
    </g>
  );
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

function EventMark({ mark, at }: { readonly mark: Mark; readonly at: number }): JSX.Element {
  const { span, x, y, width, height } = mark;
  const tip = <title>{tipOf(span, mark.count)}</title>;
  if (span.kind === 'compaction') {
    return (
      <g transform={`translate(${x} ${y + height / 2})`}>
        <path class="bow" d="M0 0c-4.5-8-13-6.500-13 0s8.500 8 13 0 13-6.500 13 0-8.500 8-13 0" />
        <rect x="-13" y="-8" width="26" height="16" class="hit" data-mark={`event ${at}`}>
          {tip}
        </rect>
      </g>
    );
  }
  return (
    <rect class="retry" x={x} y={y + height + 2} width={width} height="3" data-mark={`event ${at}`}>
      {tip}
    </rect>
  );
}

/** A frame around the mark that stands for the selected span. */
function Chosen({ span, picture }: { readonly span: Span; readonly picture: Picture }): JSX.Element | null {
  const mark = picture.marks.find((one) => one.span === span);
  if (!mark) return null;
  return (
    <rect
      class="chosen"
      x={mark.x - 2}
      y={mark.y - 2}
      width={mark.width + 4}
      height={mark.height + 4}
      rx="3"
    />
  );
}

interface CursorProps {
  readonly cursor: ReadonlySignal<number>;
  readonly fold: TimeFold;
  readonly frame: Frame;
  readonly height: number;
}

function Cursor({ cursor, fold, frame, height }: CursorProps): JSX.Element | null {
  const unit = fold.unitOf(cursor.value);
  if (unit < frame.from || unit > frame.to) return null;
  const x = xOf(frame, unit);
  return (
    <g class="cursor">
      <line x1={x} x2={x} y1="20" y2={height - 8} />
      <g transform={`translate(${Math.min(x, frame.right - 26)} 10)`}>
        <rect x="-34" y="-10" width="68" height="20" rx="3" />
        <text text-anchor="middle" y="4">
          {spellClock(cursor.value)}
        </text>
      </g>
    </g>
  );
}

function tipOf(span: Span, count: number): string {
  const took = span.end > span.start ? `, ${spellTime(span.end - span.start)}` : '';
  const outcome = span.outcome === undefined ? '' : `, ${span.outcome}`;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  return `${spellClock(span.start)} ${spanName(span)}${took}${outcome}${more}`;
}
