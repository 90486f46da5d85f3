// The shape of the figures while they are counted.
import type { JSX } from 'preact';

const LINES = [64, 48, 71, 55, 40];

export function WaitingStats(): JSX.Element {
  return (
    <main class="wrap stats loading" id="main" aria-busy="true" aria-label="Loading">
      <span class="ghost wait-finding" />
      <span class="ghost wait-chart" />
      <div class="stat-grid section">
        {['left', 'right'].map((side) => (
          <div key={side}>
            {LINES.map((width) => (
              <span key={width} class="ghost wait-line" style={{ width: `${width}%` }} />
            ))}
          </div>
        ))}
      </div>
    </main>
  );
}
