// The line over the list of files: which are shown, a field to narrow them, what the marks mean.
import type { JSX, RefObject } from 'preact';
import type { FilesAnswer } from '../../../../server/api.ts';
import { TableButton } from '../../../widgets/chart/table-button.tsx';
import { FilterField } from '../../../widgets/filter-field.tsx';
import { type FilesShown, type FilesWish, isOnlyKept } from './select-files.ts';

interface FilesBarProps {
  readonly answer: FilesAnswer;
  readonly wish: FilesWish;
  readonly setShown: (shown: FilesShown) => void;
  readonly setWords: (words: string) => void;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

export function FilesBar(props: FilesBarProps): JSX.Element {
  const { answer, wish, setShown, setWords, table, setTable, field } = props;
  const kept = answer.files.filter(isOnlyKept).length;
  const choices: readonly (readonly [FilesShown, string])[] = [
    ['all', `All ${answer.files.length}`],
    ['changed', `Changed ${answer.totals.changed}`],
    ['read', `Only read ${answer.files.length - answer.totals.changed - kept}`],
    ...(kept === 0 ? [] : [['kept', `Kept ${kept}`] as const]),
    ...(wish.turn === undefined ? [] : [['turn', `Turn ${wish.turn}`] as const]),
  ];
  return (
    <>
      <div class="row files-bar">
        <span class="seg">
          {choices.map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={wish.shown === name}
              onClick={() => setShown(name)}
            >
              {title}
            </button>
          ))}
        </span>
        <FilterField field={field} label="Filter files" words={wish.words} setWords={setWords} size={8} />
        <span class="grow" />
        <TableButton table={table} setTable={setTable} />
      </div>
      {!table && (
        <p class="legend files-legend">
          <Mark className="touch-read" path="M3.5 8a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z" word="read" />
          <Mark className="touch-edit" path="M2.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z" word="edited" />
          <Mark className="touch-write" path="M2.5 4.5h7v7h-7z" word="written whole" />
        </p>
      )}
    </>
  );
}

interface MarkProps {
  readonly className: string;
  readonly path: string;
  readonly word: string;
}

function Mark({ className, path, word }: MarkProps): JSX.Element {
  return (
    <span>
      <svg width="12" height="16" viewBox="0 0 12 16" aria-hidden="true">
        <path class={className} d={path} />
      </svg>
      {word}
    </span>
  );
}
