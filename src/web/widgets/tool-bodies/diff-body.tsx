// A change as a diff: line numbers, signs, and the words that differ within a changed line.
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { stripControls } from '../../../base/strip-controls.ts';
import type { CutText, WebToolRow } from '../../../server/api.ts';
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
const HUNKS = 'view.hunks';

export function DiffBody({ row, rows, view }: DiffBodyProps): JSX.Element {
  const missing = missingPart(row, view);
  const shown = useText(rows, row, HUNKS, '', missing);
  const { text } = shown.whole;
  // What was cut is fetched as JSON, all hunks at once.
  const hunks = useMemo(
    () => (text === '' ? view.hunks : (JSON.parse(text) as ChangeView['hunks'])),
    [view, text],
  );
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
      <BodyFoot
        shown={shown}
        lines={lines.length}
        first={FIRST}
        items={missing?.path === HUNKS ? 'places' : 'lines'}
      >
        {view.replaceAll && <span>every occurrence</span>}
        {view.userModified && <span>changed by you before it was accepted</span>}
        {!view.applied && <span class="k-error">not written</span>}
      </BodyFoot>
    </>
  );
}

/** What the row lacks: hunks beyond the first hundreds, or lines of some; how many lines there are is told only where it is known. */
function missingPart(row: WebToolRow, { hunks }: ChangeView): CutText | undefined {
  const left = row.cut?.find(({ path }) => path === HUNKS);
  if (left) return left;
  const cut = new Map(row.cut?.map((one) => [one.path, one.length]));
  const pathOf = (i: number) => `${HUNKS}.${i}.lines`;
  if (!hunks.some((_, i) => cut.has(pathOf(i)))) return undefined;
  const sum = (lengths: readonly number[]) => lengths.reduce((all, one) => all + one, 0);
  return {
    path: `${HUNKS}.lines`,
    length: sum(hunks.map(({ lines }, i) => cut.get(pathOf(i)) ?? lines.length)),
    kept: sum(hunks.map(({ lines }) => lines.length)),
    unit: 'items',
  };
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
