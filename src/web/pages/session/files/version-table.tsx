// The versions of a file, two of them chosen to be compared, each to be saved.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FileLine, FileVersion } from '../../../../server/api.ts';
import { formatBytes, formatClockAfter, isSameDay } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { Icon } from '../../../widgets/icon.tsx';
import type { VersionPair } from './choose-versions.ts';
import { saveVersion } from './save-version.ts';

/** The height of the row of headings, which stays. */
const HEAD = 28;

interface VersionTableProps {
  readonly sessionKey: string;
  readonly file: FileLine;
  readonly pair: VersionPair | undefined;
  readonly choose: (pair: VersionPair) => void;
}

export function VersionTable({ sessionKey, file, pair, choose }: VersionTableProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  // Only the box scrolls: the page stays where it is.
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('tr.on');
    if (!box.current || !row) return;
    const { scrollTop, clientHeight } = box.current;
    const below = row.offsetTop + row.offsetHeight - clientHeight;
    if (scrollTop < below) box.current.scrollTop = below;
    if (row.offsetTop - HEAD < scrollTop) box.current.scrollTop = row.offsetTop - HEAD;
  }, [file, pair?.to]);
  return (
    <div class="version-box" ref={box} tabIndex={0} role="group" aria-label="Versions">
      <table class="tbl versions">
        <thead>
          <tr>
            <th>Before</th>
            <th>After</th>
            <th>Version</th>
            <th class="num">Turn</th>
            <th class="num">Time</th>
            <th class="num">Size</th>
            <th>
              <span class="vh">Save</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {file.versions.map((version) => (
            <tr key={version.number} class={version.number === pair?.to ? 'on' : undefined}>
              {(['from', 'to'] as const).map((side) => (
                <td key={side}>
                  <input
                    type="radio"
                    name={`version-${side}`}
                    aria-label={`Version ${version.number} as ${side === 'from' ? 'before' : 'after'}`}
                    checked={pair?.[side] === version.number}
                    disabled={!version.known || pair === undefined}
                    onChange={() => pair && choose({ ...pair, [side]: version.number })}
                  />
                </td>
              ))}
              <td>
                {version.number} <span class="quiet">{wordsOfVersion(version)}</span>
              </td>
              <td class="num">
                {version.turn !== undefined && version.line !== undefined ? (
                  <a
                    href={hrefOfSession(sessionKey, 'transcript', {
                      turn: version.agent === undefined ? version.turn : undefined,
                      line: version.line,
                      agent: version.agent,
                    })}
                    title="Open in the transcript"
                  >
                    {version.turn}
                  </a>
                ) : (
                  version.turn
                )}
              </td>
              <td class="num">{formatClockAfter(version.time, timeBefore(file, version))}</td>
              <td class="num">{version.bytes === undefined ? '' : formatBytes(version.bytes)}</td>
              <td class="num">
                {version.known && version.source !== 'absent' && (
                  <button
                    type="button"
                    class="icon-btn"
                    aria-label={`Save version ${version.number}`}
                    title={`Save version ${version.number} to a place you choose`}
                    onClick={() => void saveVersion(sessionKey, file.path, version.number)}
                  >
                    <Icon name="download" />
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// The day is told where it changes, and at the first where it will.
function timeBefore({ versions }: FileLine, version: FileVersion): number | undefined {
  const before = versions[versions.indexOf(version) - 1]?.time;
  if (before !== undefined) return before;
  const isOneDay = versions.every(({ time }) => time === undefined || isSameDay(time, version.time));
  return isOneDay ? version.time : undefined;
}

function wordsOfVersion({ source, known, agent }: FileVersion): string {
  const by = agent === undefined ? '' : ', by an agent';
  if (source === 'absent') return 'no such file';
  if (source === 'found') return 'as the session found it';
  if (source === 'backup') return `kept by the client before a change${known ? '' : '; its copy is gone'}`;
  return known ? `written${by}` : `written${by}; its text is not in the log`;
}
