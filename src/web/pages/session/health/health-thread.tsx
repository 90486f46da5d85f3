// The session's messages along the file as a thread: solid where the client follows it, broken and beside where it does not.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { HealthMoreAnswer } from '../../../../server/api.ts';
import { formatNumber, plural } from '../../../data/format.ts';
import { useScrollTo } from '../../../widgets/chart/use-scroll-to.ts';

const WIDTH = 836;
const SPAN = WIDTH - 16;
const LINE = 40;
const ASIDE = 22;

export function HealthThread({ more }: { readonly more: HealthMoreAnswer }): JSX.Element | null {
  const { stretches, compacted } = more;
  const box = useRef<HTMLDivElement>(null);
  useScrollTo(box, 1);
  const total = stretches.reduce((sum, { messages }) => sum + messages, 0);
  if (total === 0) return null;
  let before = 0;
  const parts = stretches.map(({ messages, loaded, from, to }) => {
    const start = 8 + (before / total) * SPAN;
    before += messages;
    const isCompacted = compacted !== undefined && from < compacted.line;
    return { start, end: 8 + (before / total) * SPAN, messages, loaded, from, to, isCompacted };
  });
  const absent = parts.filter(({ messages, loaded }) => loaded < messages);
  const missing = absent.reduce((sum, { messages, loaded }) => sum + messages - loaded, 0);
  // What a compaction took away is no trouble: it is named apart from what the client fails to reach.
  const tied = Math.min(compacted?.messages ?? 0, missing);
  const worst = absent
    .filter(({ isCompacted }) => !isCompacted || tied === 0)
    .toSorted((a, b) => b.messages - b.loaded - (a.messages - a.loaded))[0];
  const knot = compacted && parts.find(({ to }) => to >= compacted.line)?.start;
  return (
    <figure class="chart">
      <div class="scroll-x" ref={box}>
        <svg
          viewBox={`0 0 ${WIDTH} 76`}
          role="img"
          aria-label={
            missing === 0
              ? `${plural(total, 'message')}, all on the thread that the client follows`
              : `${plural(total, 'message')}; ${formatNumber(missing)} ${missing === 1 ? 'is' : 'are'} not on the thread that the client follows${tied > 0 ? `, ${formatNumber(tied)} of them before its last compaction` : ''}`
          }
        >
          {parts.map(({ start, end, loaded, messages, from, to, isCompacted }) => (
            <g key={start} class={isCompacted ? 'health-compacted' : undefined}>
              <title>{`Lines ${formatNumber(from)} to ${formatNumber(to)}: the client loads ${formatNumber(loaded)} of ${formatNumber(messages)}`}</title>
              {loaded > 0 && <path d={`M${start} ${LINE}H${end}`} class="health-thread" />}
              {loaded < messages &&
                (loaded === 0 ? (
                  <path d={`M${start} ${LINE}H${end}`} class="health-lost" />
                ) : (
                  !isCompacted && <Aside start={start} end={end} />
                ))}
              {loaded > 0 ? (
                <circle cx={start} cy={LINE} r="3.5" class="health-knot" />
              ) : (
                <circle cx={start} cy={LINE} r="3" class="health-ring" />
              )}
            </g>
          ))}
          {(knot === undefined || tied === 0 || knot > 210) && (
            <text x="8" y="64">
              first message
            </text>
          )}
          {(knot === undefined || tied === 0 || knot < WIDTH - 150) && (
            <text x={WIDTH - 8} y="64" text-anchor="end">
              last
            </text>
          )}
          {knot !== undefined && tied > 0 && (
            <>
              <path
                transform={`translate(${knot} ${LINE})`}
                d="M0 0c-3-4.500-7-3.500-7 0s4 4.500 7 0 7-3.500 7 0-4 4.500-7 0z"
                class="health-tie"
              />
              <text x={Math.min(Math.max(knot, 110), WIDTH - 110)} y="64" text-anchor="middle">
                compacted, {formatNumber(tied)} before it
              </text>
            </>
          )}
          {worst && missing > tied && (
            <text
              x={Math.min(Math.max((worst.start + worst.end) / 2, 150), WIDTH - 150)}
              y="10"
              text-anchor="middle"
              class="health-word"
            >
              {plural(missing - tied, 'message')} that the client does not load
            </text>
          )}
        </svg>
      </div>
    </figure>
  );
}

/** A strand that parts from the thread and ends: the client goes on below it. */
function Aside({ start, end }: { readonly start: number; readonly end: number }): JSX.Element {
  const tip = Math.max(end, start + 20);
  return (
    <>
      <path
        d={`M${start} ${LINE}C${start + 8} ${LINE} ${start + 2} ${ASIDE} ${start + 10} ${ASIDE}H${tip - 3}`}
        class="health-lost"
      />
      <circle cx={tip} cy={ASIDE} r="3" class="health-ring" />
    </>
  );
}
