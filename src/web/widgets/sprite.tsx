// The icons and the patterns of kinds, once in the page, for everything that refers to them by name.
import type { JSX } from 'preact';
import icons from './icons.svg?raw';

export function Sprite(): JSX.Element {
  return (
    <>
      {/* Our own file, read when the app was built: no session text comes near it. */}
      <div class="sprite" aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons }} />
      <svg class="sprite" width="0" height="0" aria-hidden="true">
        <defs>
          <Pattern kind="think" size={6}>
            <circle cx="3" cy="3" r=".9" stroke="none" />
          </Pattern>
          <Pattern kind="tool" size={6}>
            <path d="M3 0v6" />
          </Pattern>
          <Pattern kind="result" size={8} turn={45}>
            <path d="M4 0v8" />
          </Pattern>
          <Pattern kind="agent" size={4} turn={-45}>
            <path d="M2 0v4" />
          </Pattern>
          <Pattern kind="system" size={4}>
            <path d="M0 2h4" />
          </Pattern>
          <Pattern kind="compact" size={6} turn={45}>
            <path d="M0 3h6M3 0v6" />
          </Pattern>
        </defs>
      </svg>
    </>
  );
}

interface PatternProps {
  readonly kind: string;
  readonly size: number;
  readonly turn?: number;
  readonly children: JSX.Element;
}

function Pattern({ kind, size, turn, children }: PatternProps): JSX.Element {
  return (
    <pattern
      id={`p-${kind}`}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      {...(turn === undefined ? {} : { patternTransform: `rotate(${turn})` })}
    >
      <rect width={size} height={size} style={{ fill: `var(--f-${kind})` }} />
      <g
        style={{ stroke: 'var(--ground)', fill: 'var(--ground)' }}
        stroke-opacity=".28"
        fill-opacity=".4"
        stroke-width="1"
      >
        {children}
      </g>
    </pattern>
  );
}
