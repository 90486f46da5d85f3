// Draws the picture of the timeline: lanes or flame, redrawn at the width that there is; it is dragged, zoomed and clicked.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { Span } from '../../../../server/api.ts';
import { type Frame, type Mark, xOf } from './gather-marks.ts';
import { Back, Front, halfFlag, TickWords, tipOf } from './lane-drawing.tsx';
import type { Picture } from './lay-out-lanes.ts';
import { MarkCanvas, markAt } from './mark-canvas.tsx';
import { spellMoment } from './spell-time.ts';
import type { TimeView } from './use-time-view.ts';

interface LanePictureProps {
  readonly picture: Picture;
  readonly fold: TimeFold;
  readonly frame: Frame;
  readonly label: string;
  readonly cursor: ReadonlySignal<number>;
  readonly selected: Span | undefined;
  readonly view: TimeView;
  /** Everything as SVG, also where it is much. */
  readonly whole: boolean;
  readonly select: (span: Span) => void;
  readonly open: (span: Span) => void;
  readonly moveTo: (time: number) => void;
}

const DRAG = 4;
/** More marks than these are drawn on a canvas. */
const MOST_ELEMENTS = 400;

export function LanePicture(props: LanePictureProps): JSX.Element {
  const { picture, fold, frame, label, cursor, selected, view, whole, select, open, moveTo } = props;
  const onCanvas = !whole && picture.marks.length > MOST_ELEMENTS;
  const drag = useRef<{ x: number; from: number; moved: boolean } | undefined>(undefined);
  const back = useMemo(() => <Back picture={picture} fold={fold} frame={frame} />, [picture, frame, fold]);
  const front = useMemo(
    () => <Front picture={picture} fold={fold} frame={frame} marks={onCanvas ? NOTHING : picture.marks} />,
    [picture, fold, frame, onCanvas],
  );
  const size = {
    width: frame.right + 8,
    height: picture.height,
    viewBox: `0 0 ${frame.right + 8} ${picture.height}`,
  };
  const scale = (frame.to - frame.from) / (frame.right - frame.left);
  const unitAt = (event: MouseEvent): number => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    return frame.from + (event.clientX - box.left - frame.left) * scale;
  };
  const onPicture = (event: MouseEvent): Mark | undefined => {
    if (!onCanvas) return undefined;
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    return markAt(picture.marks, event.clientX - box.left, event.clientY - box.top);
  };
  const spanAt = (event: MouseEvent): Span | undefined => {
    const [kind, at] = (event.target as SVGElement).getAttribute('data-mark')?.split(' ') ?? [];
    if (kind === 'strand') return picture.strands[Number(at)]?.span;
    const list = { mark: picture.marks, prompt: picture.prompts, event: picture.events }[kind as 'mark'];
    return (list?.[Number(at)] ?? onPicture(event))?.span;
  };
  const tip = useRef<HTMLDivElement>(null);
  return (
    <div class="lane-box" ref={tip}>
      {onCanvas && (
        <>
          <svg {...size} class="lanes lane-back" aria-hidden="true">
            {back}
          </svg>
          <MarkCanvas marks={picture.marks} width={size.width} height={size.height} />
        </>
      )}
      <svg
        {...size}
        class="lanes"
        role="img"
        aria-label={label}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          drag.current = { x: event.clientX, from: frame.from, moved: false };
        }}
        onPointerMove={(event) => {
          const held = drag.current;
          if (onCanvas && !held && tip.current) {
            const mark = onPicture(event);
            tip.current.title = mark ? tipOf(mark.span, mark.count, fold) : '';
          }
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
        {!onCanvas && back}
        {front}
        {selected && <Chosen span={selected} picture={picture} />}
        <TickWords fold={fold} frame={frame} cursor={cursor} />
        <Cursor cursor={cursor} fold={fold} frame={frame} height={picture.height} />
      </svg>
    </div>
  );
}

const NOTHING: readonly Mark[] = [];

/** A frame around the mark that stands for the selected span. */
function Chosen({ span, picture }: { readonly span: Span; readonly picture: Picture }): JSX.Element | null {
  const mark = picture.marks.find((one) => one.span.id === span.id);
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
  const half = halfFlag(fold);
  return (
    <g class="cursor">
      <line x1={x} x2={x} y1="20" y2={height - 8} />
      <g transform={`translate(${Math.min(x, frame.right + 8 - half)} 10)`}>
        <rect x={-half} y="-10" width={half * 2} height="20" rx="3" />
        <text text-anchor="middle" y="4">
          {spellMoment(cursor.value, fold)}
        </text>
      </g>
    </g>
  );
}
