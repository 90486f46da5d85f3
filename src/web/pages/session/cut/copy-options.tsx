// What the copy is: from which turn to which, where it ends, what it is called.
import type { JSX } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import { clip } from '../../../data/clip.ts';
import { useSession } from '../../../data/session-context.ts';
import type { CutWish } from './cut-wish.ts';

interface CopyOptionsProps {
  readonly wish: CutWish;
  readonly setWish: (wish: CutWish) => void;
  readonly turns: number;
  /** What it would be called. */
  readonly title: string | undefined;
}

export function CopyOptions({ wish, setWish, turns, title }: CopyOptionsProps): JSX.Element {
  const { head } = useSession();
  const active = head.branchList.find((one) => one.active);
  const isListed = wish.leaf === undefined || head.branchList.some(({ leaf }) => leaf === wish.leaf);
  return (
    <div class="cut-copy">
      <h2>The copy</h2>
      <div class="row data">
        Turns
        <TurnField
          label="First turn of the copy"
          value={wish.from}
          hint="1"
          most={turns}
          set={(from) => setWish({ ...wish, from })}
        />
        to
        <TurnField
          label="Last turn of the copy"
          value={wish.to}
          hint={String(turns)}
          most={turns}
          set={(to) => setWish({ ...wish, to })}
        />
      </div>
      {(head.branchList.length > 1 || !isListed) && (
        <label class="row data">
          Ends
          <select
            class="small-field grow"
            value={wish.leaf ?? ''}
            onChange={(event) => setWish({ ...wish, leaf: event.currentTarget.value || undefined })}
          >
            <option value="">{`where the client goes on${active ? `, branch ${active.number}` : ''}`}</option>
            {head.branchList
              .filter((one) => !one.active)
              .map((one) => (
                <option key={one.leaf} value={one.leaf}>
                  {`branch ${one.number}${one.firstOwnPrompt ? `: ${clip(stripToLine(one.firstOwnPrompt), 50)}` : ''}`}
                </option>
              ))}
            {!isListed && <option value={wish.leaf}>{`at entry ${wish.leaf?.slice(0, 8)}`}</option>}
          </select>
        </label>
      )}
      <label class="row data">
        Title
        <input
          class="small-field grow"
          maxLength={200}
          value={wish.title}
          placeholder={stripToLine(title ?? '')}
          onInput={(event) => setWish({ ...wish, title: event.currentTarget.value })}
        />
      </label>
      <label class="row data cut-marker">
        <input
          class="check"
          type="checkbox"
          checked={wish.markers}
          onChange={(event) => setWish({ ...wish, markers: event.currentTarget.checked })}
        />
        Leave a line where a call was, with its place in the source
      </label>
    </div>
  );
}

interface TurnFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly hint: string;
  readonly most: number;
  readonly set: (turn: number | undefined) => void;
}

function TurnField({ label, value, hint, most, set }: TurnFieldProps): JSX.Element {
  return (
    <input
      class="small-field cut-number"
      type="number"
      min={1}
      max={Math.max(1, most)}
      placeholder={hint}
      aria-label={label}
      value={value ?? ''}
      onInput={(event) => {
        const turn = event.currentTarget.valueAsNumber;
        set(Number.isInteger(turn) && turn >= 1 ? turn : undefined);
      }}
    />
  );
}
