// A shell command with its output in the colours it had, and how it ended.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { stripControls } from '../../../base/strip-controls.ts';
import type { WebToolRow } from '../../../server/api.ts';
import { parseAnsi, type Span } from '../../data/ansi.ts';
import { plural } from '../../data/format.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { cutLine, LongLines } from '../long-lines.tsx';
import { ShowAll } from '../show-all.tsx';
import { useText } from './use-text.ts';

interface TerminalBodyProps {
  readonly row: WebToolRow;
  readonly rows: ThreadRows;
  readonly command: string | undefined;
  /** Where the output is in the row, and what of it is there. */
  readonly path: string;
  readonly output: string;
  readonly stderr?: string;
  readonly exitCode: number | undefined;
  readonly note?: string | undefined;
}

const FIRST = 24;

export function TerminalBody(props: TerminalBodyProps): JSX.Element {
  const { row, rows, command, path, output, stderr = '', exitCode, note } = props;
  const out = useText(rows, row, path, output);
  const err = useText(rows, row, 'view.stderr', stderr);
  const outLines = useMemo(() => parseLines(out.whole.text), [out.whole.text]);
  const errLines = useMemo(() => parseLines(err.whole.text), [err.whole.text]);
  const lines = useMemo(() => [...outLines, ...errLines], [outLines, errLines]);
  const failed = row.isError || (exitCode !== undefined && exitCode !== 0);
  return (
    <>
      <LongLines
        className="term"
        count={lines.length}
        first={FIRST}
        all={out.all}
        head={
          command === undefined ? undefined : (
            <>
              <span class="cmd">{stripControls(command)}</span>
              {lines.length > 0 ? '\n\n' : '\n'}
            </>
          )
        }
        line={(index) => <TerminalLine key={index} spans={lines[index] ?? []} />}
      />
      <div class="term-foot">
        {exitCode !== undefined && failed && <span class="k-error b">exit {exitCode}</span>}
        {note && <span>{note}</span>}
        {errLines.length > 0 && <span>stderr {plural(errLines.length, 'line')}</span>}
        <ShowAll
          whole={out.whole.cut ? out.whole : err.whole}
          lines={lines.length}
          shown={FIRST}
          all={out.all}
          setAll={out.setAll}
          what={errLines.length > 0 ? '' : 'stdout'}
        />
      </div>
    </>
  );
}

function TerminalLine({ spans }: { readonly spans: readonly Span[] }): JSX.Element {
  return (
    <>
      {spans.map(({ text, className }, i) =>
        className === '' ? (
          cutLine(text)
        ) : (
          <span key={i} class={className}>
            {cutLine(text)}
          </span>
        ),
      )}
      {'\n'}
    </>
  );
}

// The line of the call has the exit code already; empty lines at the end say nothing.
function parseLines(text: string): Span[][] {
  const own = text
    .replace(/<\/?tool_use_error>/g, '')
    .replace(/^(?:Error: )?Exit code \d{1,10}\n?/, '')
    .trimEnd();
  return own === '' ? [] : parseAnsi(own);
}
