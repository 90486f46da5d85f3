// A result as plain text, with the colours of a terminal where it has them.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { AnyRow } from '../../../server/api.ts';
import { parseAnsi } from '../../data/ansi.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { cutLine, LongLines } from '../long-lines.tsx';
import { BodyFoot } from './body-foot.tsx';
import { useText } from './use-text.ts';

interface TextBodyProps {
  readonly row: AnyRow;
  readonly rows: ThreadRows;
  readonly path: string;
  readonly text: string;
}

const FIRST = 24;

export function TextBody({ row, rows, path, text }: TextBodyProps): JSX.Element | null {
  const shown = useText(rows, row, path, text);
  const lines = useMemo(() => {
    const own = shown.whole.text.replace(/<\/?tool_use_error>/g, '').trimEnd();
    return own === '' ? [] : parseAnsi(own);
  }, [shown.whole.text]);
  if (lines.length === 0) return <p class="meta">No text came back.</p>;
  return (
    <>
      <LongLines
        className="term wrap-lines"
        count={lines.length}
        first={FIRST}
        all={shown.all}
        line={(index) => [
          ...(lines[index] ?? []).map((span, i) => (
            <span key={`${index}.${i}`} class={span.className}>
              {cutLine(span.text)}
            </span>
          )),
          '\n',
        ]}
      />
      <BodyFoot shown={shown} lines={lines.length} first={FIRST} />
    </>
  );
}
