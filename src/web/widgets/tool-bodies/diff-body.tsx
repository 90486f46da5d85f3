// A change as a diff: line numbers, signs, and the words that differ within a changed line.
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { stripControls } from '../../../base/strip-controls.ts';
import type { WebToolRow } from '../../../server/api.ts';
import type { ChangeView } from '../../../session/tool-view/view-change.ts';
import { type DiffLine, listDiffLines } from '../../data/diff-lines.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { cutLine, LongLines } from '../long-lines.tsx';
import { BodyFoot } from './body-foot.tsx';
import { useText } from './use-text.ts';

interface DiffBodyProps {
  readonly row: WebToolRow;
  readonly rows: ThreadRows;
  readonly view: ChangeView;
}

const FIRST = 40;

export function DiffBody({ row, rows, view }: DiffBodyProps): JSX.Element {
  // A list that was cut is fetched as JSON.
  const cut = row.cut?.find(({ path }) => /^view\.hunks\.\d+\.lines$/.test(path));
  const shown = useText(rows, row, cut?.path ?? '', '');
  const hunks = useMemo(() => {
    if (!cut || shown.whole.cut) return view.hunks;
    const at = Number(cut.path.split('.')[2]);
    return view.hunks.map((hunk, i) => (i === at ? { ...hunk, lines: readLines(shown.whole.text) } : hunk));
  }, [view, cut, shown.whole]);
  const lines = useMemo(() => listDiffLines(hunks), [hunks]);
  return (
    <>
      <LongLines
        className="diff"
        count={lines.length}
        first={FIRST}
        all={shown.all}
        frame={(list) => (
          <table>
            <tbody>{list}</tbody>
          </table>
        )}
        line={(index) => <DiffRow key={index} line={lines[index] as DiffLine} />}
      />
      <BodyFoot shown={shown} lines={lines.length} first={FIRST}>
        {view.replaceAll && <span>every occurrence</span>}
        {view.userModified && <span>changed by you before it was accepted</span>}
        {!view.applied && <span class="k-error">not written</span>}
      </BodyFoot>
    </>
  );
}

function readLines(json: string): string[] {
  const lines: unknown = JSON.parse(json);
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}

const CLASSES = { '+': 'add', '-': 'del', '@': 'hunk', ' ': '' } as const;
const SIGNS = { '+': '+', '-': '−', '@': '', ' ': '' } as const;

/** One line of a diff in a table: numbers, sign, text. */
export function DiffRow({ line }: { readonly line: DiffLine }): JSX.Element {
  return (
    <tr class={CLASSES[line.sign]}>
      <td>{line.before ?? ''}</td>
      <td>{line.after ?? ''}</td>
      <td>{SIGNS[line.sign]}</td>
      <td>{wordsOf(line)}</td>
    </tr>
  );
}

function wordsOf({ text, changed }: DiffLine): ComponentChildren {
  const shown = cutLine(text);
  if (!changed) return stripControls(shown);
  const [start, end] = changed;
  return (
    <>
      {stripControls(shown.slice(0, start))}
      <b>{stripControls(shown.slice(start, end))}</b>
      {stripControls(shown.slice(end))}
    </>
  );
}
