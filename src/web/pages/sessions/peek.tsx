// The panel beside the list: what a resume of the selected session loads, its thread, and how it ended.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { stripControls, stripToLine } from '../../../base/strip-controls.ts';
import type { PeekKnot, SessionLine, SessionPeek } from '../../../server/api.ts';
import { resumeCommand } from '../../../session/resume-command.ts';
import { isAbort, readApi } from '../../data/api-client.ts';
import { copyText } from '../../data/copy-text.ts';
import { formatBytes, formatMoney, formatNumber, plural } from '../../data/format.ts';
import { hrefOfSession } from '../../data/route.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { ResumeWords } from '../../widgets/resume-words.tsx';
import { wordsOf } from '../../widgets/states.tsx';
import { hasTab } from '../session/tab-names.ts';

export function Peek({ line }: { readonly line: SessionLine | undefined }): JSX.Element {
  const { peek, failure } = usePeek(line);
  return (
    <aside class="peek" aria-label="Preview">
      {line && (
        <>
          <h2>{stripToLine(line.title ?? 'Untitled')}</h2>
          <p class="quiet">
            {stripToLine([line.projectName, line.gitBranch, line.model].filter(Boolean).join(', '))}
          </p>
          <section>
            <h3>If you resume</h3>
            {failure === undefined ? (
              <ResumeWords resume={peek?.resume} waiting={!peek} />
            ) : (
              <p>{wordsOf(failure).message}</p>
            )}
            <div class="row acts">
              <button
                type="button"
                class="btn btn-main"
                onClick={() =>
                  void copyText(
                    peek?.resumeCommand ?? resumeCommand(line.sessionId, line.project),
                    'Resume command',
                  )
                }
              >
                <Icon name="copy" />
                Resume command
              </button>
              {hasTab('cut') ? (
                <a class="btn" href={hrefOfSession(line.key, 'cut')}>
                  <Icon name="cut" />
                  Cut first
                </a>
              ) : (
                <a class="btn" href={hrefOfSession(line.key)}>
                  Open
                </a>
              )}
            </div>
          </section>
          {peek && <PeekBody line={line} peek={peek} />}
        </>
      )}
    </aside>
  );
}

function PeekBody({ line, peek }: { readonly line: SessionLine; readonly peek: SessionPeek }): JSX.Element {
  const { calls, cacheShare, files } = peek;
  return (
    <>
      {peek.knots.length > 0 && (
        <section>
          <h3>The thread</h3>
          <Knots knots={peek.knots} session={line.key} />
        </section>
      )}
      {peek.lastAnswer && (
        <section>
          <h3>Last answer</h3>
          <p class="ink2 answer">“{stripControls(peek.lastAnswer).trim()}”</p>
        </section>
      )}
      <section>
        <dl class="kv">
          {files && files.changed + files.read > 0 && (
            <>
              <dt>Files</dt>
              <dd>{filesWords(files)}</dd>
            </>
          )}
          <dt>Tools</dt>
          <dd>
            {plural(calls.total, 'call')}
            {calls.failed > 0 && `, ${formatNumber(calls.failed)} failed`}
          </dd>
          {line.costUSD !== undefined && (
            <>
              <dt>Cost</dt>
              <dd>
                {formatMoney(line.costUSD)}
                {cacheShare !== undefined && `, ${Math.round(cacheShare * 100)}% read from cache`}
              </dd>
            </>
          )}
          <dt>Size</dt>
          <dd>
            {formatBytes(line.bytes)}, {plural(line.lines, 'line')}
          </dd>
          <dt>Id</dt>
          <dd class="row peek-id">
            <span class="code one">{stripToLine(line.sessionId)}</span>
            <CopyButton label="Copy the session’s id" text={line.sessionId} what="Session id" />
          </dd>
        </dl>
      </section>
    </>
  );
}

function filesWords({ changed, read, added, removed }: NonNullable<SessionPeek['files']>): string {
  // What shell commands changed is not in the log: that none was changed cannot be said.
  if (changed === 0) return `${formatNumber(read)} read`;
  const lines = [added > 0 && `+${formatNumber(added)}`, removed > 0 && `−${formatNumber(removed)}`];
  const words = lines.filter(Boolean).join(' ');
  return `${formatNumber(changed)} changed${words && `, ${words}`}`;
}

const ROW = 30;
const X = 10;

function Knots({
  knots,
  session,
}: {
  readonly knots: readonly PeekKnot[];
  readonly session: string;
}): JSX.Element {
  const y = (at: number) => (at + 0.5) * ROW;
  const lastGone = knots.findLastIndex((knot) => !knot.sent);
  return (
    <div class="thread-rows">
      <svg width="28" height={knots.length * ROW} aria-hidden="true">
        {lastGone >= 0 && (
          <path
            d={`M${X} ${y(0)}V${y(lastGone) + (lastGone + 1 < knots.length ? ROW / 2 - 6 : 0)}`}
            style={{ stroke: 'var(--thread-gone)' }}
            stroke-width="1.5"
            stroke-dasharray="5 4"
          />
        )}
        {lastGone + 1 < knots.length && (
          <path
            d={`M${X} ${lastGone >= 0 ? y(lastGone) + ROW / 2 + 6 : y(0)}V${y(knots.length - 1)}`}
            style={{ stroke: 'var(--thread)' }}
            stroke-width="1.5"
          />
        )}
        {knots.map((knot, at) => (
          <g key={knot.turn} transform={`translate(${X} ${y(at)})`}>
            {knot.compaction && (
              <path
                transform={`translate(0 ${ROW / 2})`}
                d="M0 0c-3-4.500-7-3.500-7 0s4 4.500 7 0 7-3.500 7 0-4 4.500-7 0z"
                fill="none"
                style={{ stroke: 'var(--f-compact)' }}
                stroke-width="1.5"
              />
            )}
            {knot.agents > 0 && (
              <path
                d="M0-11C0-5 9-6 9 0S0 5 0 11"
                fill="none"
                style={{ stroke: 'var(--f-agent)' }}
                stroke-width="1.5"
              />
            )}
            <circle
              r="4"
              style={{ fill: knot.sent ? 'var(--k-user)' : 'var(--thread-gone)', stroke: 'var(--panel)' }}
              stroke-width="1.5"
            />
          </g>
        ))}
      </svg>
      {knots.map((knot) => (
        <div class="row" key={knot.turn}>
          <span class="meta">{knot.turn}</span>
          <a
            class={knot.sent ? 'one' : 'one quiet'}
            href={hrefOfSession(session, 'transcript', { turn: knot.turn })}
          >
            {stripToLine(knot.prompt) || '(no text)'}
          </a>
        </div>
      ))}
    </div>
  );
}

function usePeek(line: SessionLine | undefined): {
  readonly peek: SessionPeek | undefined;
  readonly failure: unknown;
} {
  const [state, setState] = useState<{
    readonly key?: string;
    readonly peek?: SessionPeek;
    readonly failure?: unknown;
  }>({});
  const key = line?.key;
  const modified = line?.modified;
  useEffect(() => {
    if (key === undefined || !globalThis.matchMedia('(min-width: 1281px)').matches) return undefined;
    const stop = new AbortController();
    // While keys run down the list, only where they rest is asked for.
    const wait = setTimeout(() => {
      readApi('GET /api/sessions/:key/peek', { parts: { key }, signal: stop.signal }).then(
        (peek) => setState({ key, peek }),
        (failure) => {
          if (!isAbort(failure)) setState({ key, failure });
        },
      );
    }, 90);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [key, modified]);
  return state.key === key
    ? { peek: state.peek, failure: state.failure }
    : { peek: undefined, failure: undefined };
}
