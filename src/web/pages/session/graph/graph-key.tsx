// How to read the graph: each sign with its meaning.
import type { JSX } from 'preact';
import { Icon } from '../../../widgets/icon.tsx';

export function GraphKey(): JSX.Element {
  return (
    <section>
      <h3 class="gr-key-title">How to read it</h3>
      <ul class="facts-list">
        <li>
          <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 0v16" class="g-spine" />
          </svg>
          Solid: still in the window
        </li>
        <li>
          <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 0v16" class="g-gone" />
          </svg>
          Dashed: no longer sent
        </li>
        <li>
          <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="5" class="g-knot" />
          </svg>
          A turn; larger means more tokens
        </li>
        <li>
          <span class="k-compact">
            <Icon name="compact" />
          </span>
          Cut and tied: a compaction
        </li>
        <li>
          <span class="k-agent">
            <Icon name="agent" />
          </span>
          An agent parts and returns
        </li>
        <li>
          <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="4" class="g-ring" />
          </svg>
          Left behind by a rewind
        </li>
        <li>
          <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 4 12 8 8 12 4 8z" class="g-failed" />
          </svg>
          Something failed in this turn
        </li>
      </ul>
    </section>
  );
}
