// A file that was read, with its line numbers and the colours of its language.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { stripControls } from '../../../base/strip-controls.ts';
import type { WebToolRow } from '../../../server/api.ts';
import { highlightCode, languageOfPath } from '../../data/highlight.ts';
import { readNumberedLines } from '../../data/numbered-lines.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { cutLine, LongLines } from '../long-lines.tsx';
import { BodyFoot } from './body-foot.tsx';
import { useText } from './use-text.ts';

interface ExcerptBodyProps {
  readonly row: WebToolRow;
  readonly rows: ThreadRows;
  readonly path: string;
}

const FIRST = 24;

export function ExcerptBody({ row, rows, path }: ExcerptBodyProps): JSX.Element {
  const shown = useText(rows, row, 'resultText', row.resultText);
  const { lines, note } = useMemo(() => readNumberedLines(shown.whole.text), [shown.whole.text]);
  const language = languageOfPath(path);
  return (
    <>
      <LongLines
        className="excerpt"
        count={lines.length}
        first={FIRST}
        all={shown.all}
        line={(index) => {
          const line = lines[index];
          return (
            <span key={index}>
              <i>{line?.number ?? ''}</i>
              <Code text={cutLine(stripControls(line?.text ?? ''))} language={language} />
            </span>
          );
        }}
      />
      <BodyFoot shown={shown} lines={lines.length} first={FIRST}>
        {note !== '' && <span>{stripControls(note)}</span>}
      </BodyFoot>
    </>
  );
}

// Line by line: a string over several lines is coloured only where it begins, which is little lost for lines that scroll.
function Code({ text, language }: { readonly text: string; readonly language: string }): JSX.Element {
  const html = highlightCode(text, language);
  if (html === undefined) return <>{text}</>;
  return <code class="plain" dangerouslySetInnerHTML={{ __html: html }} />;
}
