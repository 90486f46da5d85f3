// Go to a turn by its number or words, or to a line of the file.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { TurnLine } from '../../../../server/api.ts';
import { formatClockAfter } from '../../../data/format.ts';
import { goTo, hrefWith } from '../../../data/route.ts';
import { timeAbove } from '../../../data/turn-days.ts';
import { Dialog } from '../../../widgets/dialog.tsx';
import { Icon } from '../../../widgets/icon.tsx';
import { dialog } from '../../../widgets/palette-state.ts';

interface TurnDialogProps {
  readonly turns: readonly TurnLine[];
  readonly goTo: (turn: TurnLine) => void;
}

const SHOWN = 40;

export function TurnDialog({ turns, goTo: goToTurn }: TurnDialogProps): JSX.Element | null {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const open = dialog.value === 'turn';
  useEffect(() => {
    if (open) document.getElementById(`turn-choice-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, at]);
  if (!open) return null;
  const close = () => {
    dialog.value = undefined;
    setWords('');
    setAt(0);
  };
  const line = /^(?:line|l|:)\s*(\d+)$/i.exec(words.trim())?.[1];
  const found = turns.filter((turn) => turn.number > 0 && fits(turn, words.trim())).slice(0, SHOWN);
  const selected = Math.min(at, found.length - 1);
  const choose = (turn: TurnLine | undefined) => {
    close();
    if (line !== undefined) goTo(hrefWith({ line, turn: undefined, agent: undefined, uuid: undefined }));
    else if (turn) goToTurn(turn);
  };
  return (
    <Dialog label="Go to a turn" close={close}>
      <div class="field">
        <Icon name="right" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="turn-choices"
          aria-activedescendant={found.length > 0 ? `turn-choice-${selected}` : undefined}
          aria-label="Turn number, words of a prompt, or line 1284"
          placeholder="Turn number, words of a prompt, or line 1284"
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') choose(found[selected]);
            else if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, selected + 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(0, selected - 1));
            else return;
            event.preventDefault();
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <ul role="listbox" id="turn-choices" aria-label="Turns">
        {line === undefined ? (
          found.map((turn, i) => (
            <li
              key={turn.number}
              class="it"
              role="option"
              id={`turn-choice-${i}`}
              aria-selected={i === selected}
              onClick={() => choose(turn)}
            >
              <span class="meta num">{turn.number}</span>
              <span class="one">{stripToLine(turn.prompt)}</span>
              <span class="meta">{formatClockAfter(turn.start, timeAbove(found, turn.number))}</span>
            </li>
          ))
        ) : (
          <li
            class="it"
            role="option"
            aria-selected="true"
            id="turn-choice-0"
            onClick={() => choose(undefined)}
          >
            <Icon name="right" />
            <span>Go to line {line} of the file</span>
            <span />
          </li>
        )}
      </ul>
    </Dialog>
  );
}

function fits(turn: TurnLine, words: string): boolean {
  if (words === '') return true;
  if (/^\d+$/.test(words)) return String(turn.number).startsWith(words);
  return turn.prompt.toLowerCase().includes(words.toLowerCase());
}
