// What a person noted on a turn, at its head: its labels, and below them the words.
import type { JSX } from 'preact';
import { stripControls, stripToLine } from '../../../base/strip-controls.ts';
import type { Annotation } from '../../../server/api.ts';
import { notes, notesOfTurn } from '../../data/notes.ts';
import { useSession } from '../../data/session-context.ts';
import { Icon } from '../icon.tsx';

export function TurnLabels({ turn }: { readonly turn: number }): JSX.Element | null {
  const here = useNotes(turn);
  const labels = [...new Set(here.flatMap((note) => note.labels))];
  if (here.length === 0) return null;
  return (
    <>
      {labels.map((label) => (
        <span key={label} class="badge turn-note">
          {stripToLine(label)}
        </span>
      ))}
    </>
  );
}

export function TurnNotes({ turn }: { readonly turn: number }): JSX.Element | null {
  const here = useNotes(turn).filter(({ note }) => note !== '');
  if (here.length === 0) return null;
  return (
    <>
      {here.map(({ id, note }) => (
        <p key={id} class="turn-words">
          <Icon name="edit" />
          <span>
            <span class="vh">Note: </span>
            {stripControls(note)}
          </span>
        </p>
      ))}
    </>
  );
}

function useNotes(turn: number): readonly Annotation[] {
  const { turns } = useSession();
  return notes.value.length === 0 ? [] : notesOfTurn(notes.value, turn, turns.value?.turns);
}
