// What a search found: lines by file with the match marked, or the files alone.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { stripControls } from '../../../base/strip-controls.ts';
import type { WebToolRow } from '../../../server/api.ts';
import { listGrepLines } from '../../data/grep-lines.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { cutLine, LongLines } from '../long-lines.tsx';
import { MarkedText } from '../marked-text.tsx';
import { BodyFoot } from './body-foot.tsx';
import { useText } from './use-text.ts';

interface HitsBodyProps {
  readonly row: WebToolRow;
  readonly rows: ThreadRows;
  readonly path: string;
  readonly text: string;
  readonly pattern: string;
}

const FIRST = 24;

export function HitsBody({ row, rows, path, text, pattern }: HitsBodyProps): JSX.Element {
  const shown = useText(rows, row, path, text);
  const lines = useMemo(() => listGrepLines(shown.whole.text, pattern), [shown.whole.text, pattern]);
  return (
    <>
      <LongLines
        className="hits"
        count={lines.length}
        first={FIRST}
        all={shown.all}
        line={(index) => {
          const line = lines[index];
          if (!line) return null;
          if (line.file !== undefined) {
            return (
              <div key={index} class="f">
                {stripControls(line.file)}
              </div>
            );
          }
          return (
            <div key={index} class="h">
              <i>{line.number ?? ''}</i>
              <span>
                <MarkedText text={cutLine(line.text)} marks={line.marks} />
              </span>
            </div>
          );
        }}
      />
      <BodyFoot shown={shown} lines={lines.length} first={FIRST} />
    </>
  );
}
