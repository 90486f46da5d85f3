// The marks of a picture on a canvas: where there are many, elements of their own would be slow to move.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../../../data/theme.ts';
import { canvasFills } from './canvas-fill.ts';
import type { Mark } from './gather-marks.ts';
import { markFill } from './mark-fill.ts';

interface MarkCanvasProps {
  readonly marks: readonly Mark[];
  readonly width: number;
  readonly height: number;
}

export function MarkCanvas({ marks, width, height }: MarkCanvasProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useSystemDark();
  const scale = globalThis.devicePixelRatio || 1;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const fillOf = canvasFills(context);
    for (const { x, y, width: w, height: h, span, failed } of marks) {
      context.fillStyle = fillOf(markFill(span, failed));
      // A hair of ground between neighbours, as the outline of a mark in SVG leaves.
      context.fillRect(x, y, Math.max(w - 0.4, 1), h);
    }
  }, [marks, width, height, scale, theme.value, dark]);
  return (
    <canvas
      ref={canvas}
      class="mark-canvas"
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      style={{ width: `${width}px`, height: `${height}px` }}
    />
  );
}

/** The mark under a point of the picture, the last drawn first. */
export function markAt(marks: readonly Mark[], x: number, y: number): Mark | undefined {
  return marks.findLast(
    (mark) =>
      x >= mark.x - 1 && x <= mark.x + mark.width + 1 && y >= mark.y - 1 && y <= mark.y + mark.height + 1,
  );
}

function useSystemDark(): boolean {
  const query = globalThis.matchMedia('(prefers-color-scheme: dark)');
  const [dark, setDark] = useState(query.matches);
  useLayoutEffect(() => {
    const read = () => setDark(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return dark;
}
