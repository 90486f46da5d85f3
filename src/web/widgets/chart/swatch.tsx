// The key of a kind: a small square in its colour and pattern.
import type { JSX } from 'preact';

export function Swatch({ fill }: { readonly fill: string }): JSX.Element {
  return (
    <span class="sw" aria-hidden="true">
      <svg>
        <rect width="12" height="12" style={{ fill }} />
      </svg>
    </span>
  );
}
