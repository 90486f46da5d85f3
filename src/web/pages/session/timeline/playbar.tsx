// The bar at the bottom: steps and play, the whole session as a small picture, and the speed.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { TimeMap } from '../../../../server/api.ts';
import { formatClockAfter } from '../../../data/format.ts';
import { Icon } from '../../../widgets/icon.tsx';
import { drawMinimap } from './minimap.tsx';
import { hasSeveralDays, spellMoment } from './spell-time.ts';
import type { Speed, TimePlayback } from './use-time-playback.ts';
import type { TimeView } from './use-time-view.ts';
import { useWidth } from './use-width.ts';

interface PlaybarProps {
  readonly map: TimeMap;
  readonly end: number;
  readonly fold: TimeFold;
  readonly view: TimeView;
  readonly cursor: ReadonlySignal<number>;
  readonly playback: TimePlayback;
  readonly step: (forward: boolean) => void;
}

const SPEEDS: readonly Speed[] = [1, 30, 'step'];

export function Playbar({ map, end, fold, view, cursor, playback, step }: PlaybarProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 60);
  const drawn = useMemo(() => drawMinimap(map, fold, width), [map, fold, width]);
  const held = useRef(false);
  const centre = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const unit = ((event.clientX - left) / width) * fold.length;
    view.panTo(unit - (view.to - view.from) / 2);
  };
  const x = (view.from / fold.length) * width;
  return (
    <div class="playbar" role="group" aria-label="Playback">
      <button type="button" class="icon-btn" aria-label="Previous step" onClick={() => step(false)}>
        <Icon name="prev" />
      </button>
      <button
        type="button"
        class="icon-btn play-btn"
        aria-label={playback.playing ? 'Pause' : 'Play'}
        onClick={playback.toggle}
      >
        <Icon name={playback.playing ? 'pause' : 'play'} />
      </button>
      <button type="button" class="icon-btn" aria-label="Next step" onClick={() => step(true)}>
        <Icon name="next" />
      </button>
      <Moment cursor={cursor} fold={fold} />
      <div
        class="map"
        ref={box}
        onPointerDown={(event) => {
          held.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          centre(event);
        }}
        onPointerMove={(event) => held.current && centre(event)}
        // However it ends: a finger that the page takes for scrolling is never lifted.
        onLostPointerCapture={() => {
          held.current = false;
        }}
      >
        <svg
          width={width}
          height="36"
          viewBox={`0 0 ${width} 36`}
          role="img"
          aria-label="The whole session, and the part that is shown"
        >
          {drawn}
          <rect
            class="map-view"
            x={x}
            y="0.5"
            width={Math.max(((view.to - view.from) / fold.length) * width, 4)}
            height="35"
            rx="3"
          />
          <MapCursor cursor={cursor} fold={fold} width={width} />
        </svg>
      </div>
      <span class="num quiet hide-s">{formatClockAfter(end, fold.start)}</span>
      <span class="seg hide-s">
        {SPEEDS.map((speed) => (
          <button
            key={speed}
            type="button"
            aria-pressed={playback.speed === speed}
            onClick={() => playback.setSpeed(speed)}
          >
            {speed === 'step' ? 'step' : `${speed}×`}
          </button>
        ))}
      </span>
    </div>
  );
}

function Moment({ cursor, fold }: Pick<PlaybarProps, 'cursor' | 'fold'>): JSX.Element {
  const look = hasSeveralDays(fold) ? 'num moment moment-day' : 'num moment';
  return <span class={look}>{spellMoment(cursor.value, fold)}</span>;
}

interface MapCursorProps {
  readonly cursor: ReadonlySignal<number>;
  readonly fold: TimeFold;
  readonly width: number;
}

function MapCursor({ cursor, fold, width }: MapCursorProps): JSX.Element {
  const x = (fold.unitOf(cursor.value) / fold.length) * width;
  return <line class="map-cursor" x1={x} x2={x} y1="-2" y2="38" />;
}
