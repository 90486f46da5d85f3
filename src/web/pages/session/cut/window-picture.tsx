// The window before and after, side by side: each kind in its colour and pattern, and where it went.
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { ByKind } from '../../../../server/api.ts';
import { formatK } from '../../../data/format.ts';
import { useWidth } from '../timeline/use-width.ts';
import { formatChange, formatFine } from './parse-tokens.ts';
import { layOutWindow, type WindowBand } from './window-layout.ts';

const LEFT = 76;
const WIDE = 88;
/** Narrower, it scrolls sideways. */
const NARROWEST = 640;
/** What stands right of the flow: the window after, its figures and the names of kinds. */
const ROOM = 236;

interface WindowPictureProps {
  readonly before: ByKind;
  readonly after: ByKind;
  readonly tokens: { readonly before: number; readonly after: number };
  readonly window: number | undefined;
}

export function WindowPicture({ before, after, tokens, window }: WindowPictureProps): JSX.Element {
  const layout = useMemo(() => layOutWindow(before, after, window), [before, after, window]);
  const change = tokens.after - tokens.before;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, NARROWEST);
  const right = width - ROOM;
  return (
    <div class="scroll-x" ref={box}>
      <svg
        viewBox={`0 0 ${width} 388`}
        class="cut-window"
        role="img"
        aria-label={`Tokens by kind: ${formatFine(tokens.before)} before, ${formatFine(tokens.after)} after. ${layout.bands
          .map((one) => `${one.band.title} ${formatFine(one.before)} to ${formatFine(one.after)}`)
          .join(', ')}.`}
      >
        {layout.limit && window !== undefined && (
          <>
            <line class="limit" x1={68} x2={right + WIDE + 8} y1={layout.limit.y} y2={layout.limit.y} />
            <text x={64} y={layout.limit.y + 4} text-anchor="end">
              {formatK(window)}
            </text>
            {!layout.limit.toScale && (
              <text x={right + WIDE + 8} y={layout.limit.y - 6} text-anchor="end">
                the window, not to scale
              </text>
            )}
          </>
        )}
        {layout.bands.map((one) => (
          <Band key={one.band.name} one={one} at={right} />
        ))}
        <text x={LEFT + WIDE / 2} y={layout.leftTop - 10} text-anchor="middle" class="on cut-sum">
          {formatFine(tokens.before)}
        </text>
        <text x={right + WIDE / 2} y={layout.rightTop - 26} text-anchor="middle" class="on cut-sum-after">
          {formatFine(tokens.after)}
        </text>
        <text x={right + WIDE / 2} y={layout.rightTop - 9} text-anchor="middle">
          {change === 0 ? 'the same' : formatChange(change)}
        </text>
      </svg>
    </div>
  );
}

function Band({ one, at }: { readonly one: WindowBand; readonly at: number }): JSX.Element {
  const { band, before, after, left, right } = one;
  const [from, to, near, far] = [LEFT + WIDE, at, LEFT + WIDE + 150, at - 150];
  const flow = `M${from} ${left.bottom}C${near} ${left.bottom} ${far} ${right.bottom} ${to} ${right.bottom}V${right.top}C${far} ${right.top} ${near} ${left.top} ${from} ${left.top}Z`;
  const isChanged = Math.round(before) !== Math.round(after);
  return (
    <g>
      <title>{`${band.title}: ${formatFine(before)} before, ${formatFine(after)} after`}</title>
      <path d={flow} style={{ fill: `var(--f-${band.name})` }} class="cut-flow" />
      {before > 0 && (
        <rect
          x={LEFT}
          y={left.top}
          width={WIDE}
          height={left.bottom - left.top}
          style={{ fill: band.fill }}
          class="cut-band"
        />
      )}
      {after > 0 && (
        <rect
          x={at}
          y={right.top}
          width={WIDE}
          height={right.bottom - right.top}
          style={{ fill: band.fill }}
          class="cut-band"
        />
      )}
      <text x={LEFT - 10} y={left.word} text-anchor="end">
        {before > 0 ? formatFine(before) : ''}
      </text>
      <text x={at + WIDE + 10} y={right.word} class={isChanged ? 'on' : ''}>
        {after > 0 ? formatFine(after) : 'none'}
      </text>
      <text x={at + WIDE + 62} y={right.word}>
        {band.title}
      </text>
    </g>
  );
}
