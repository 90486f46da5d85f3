// The shape of a session that is still on its way.
import type { JSX } from 'preact';

const WIDTHS = [62, 40, 74, 55, 30, 68, 48, 60, 36];

export function WaitingSession(): JSX.Element {
  return (
    <>
      <div class="head loading" aria-busy="true">
        <div class="head-top">
          <span class="ghost wait-title" />
        </div>
        <div class="facts">
          <span class="ghost wait-facts" />
        </div>
        <div class="tabs" />
      </div>
      <main class="session session-wide loading" id="main" aria-busy="true" aria-label="Loading">
        <div class="rail" />
        <article class="script">
          <div class="flow strand">
            {WIDTHS.map((width) => (
              <div key={width} class="ghost-line">
                <span class="ghost" style={{ width: `${width}%` }} />
              </div>
            ))}
          </div>
        </article>
      </main>
    </>
  );
}
