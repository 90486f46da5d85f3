// Under the beginning of a long text: how much there is, and the way to all of it.
import type { JSX } from 'preact';
import { formatNumber, plural } from '../data/format.ts';
import type { WholeText } from '../data/whole-text.ts';

interface ShowAllProps {
  readonly whole: WholeText;
  readonly lines: number;
  readonly shown: number;
  readonly all: boolean;
  readonly setAll: (all: boolean) => void;
  readonly what?: string;
  /** What a list that was cut is a list of. */
  readonly items?: string | undefined;
}

export function ShowAll({
  whole,
  lines,
  shown,
  all,
  setAll,
  what = '',
  items = 'lines',
}: ShowAllProps): JSX.Element | null {
  if (!whole.cut && lines <= shown && !all) return null;
  const size = whole.cut
    ? `${formatNumber(whole.cut.length)} ${whole.cut.unit === 'items' ? items : 'characters'}, the beginning shown`
    : `${plural(lines, 'line')}${all ? '' : `, ${formatNumber(Math.min(shown, lines))} shown`}`;
  return (
    <>
      <span>{`${what}${what === '' ? '' : ' '}${size}`}</span>
      {(whole.cut || !all || lines > shown) && (
        <button
          type="button"
          class="text-btn"
          disabled={whole.busy}
          onClick={async () => {
            if (whole.cut) await whole.load();
            setAll(whole.cut ? true : !all);
          }}
        >
          {whole.busy ? 'loading' : all && !whole.cut ? 'show less' : 'show all'}
        </button>
      )}
    </>
  );
}
