// At the head of a turn: that someone noted something on it.
import type { JSX } from 'preact';
import { stripToLine } from '../../../base/strip-controls.ts';
import { notes, notesOfTurn } from '../../data/notes.ts';
import { useSession } from '../../data/session-context.ts';
import { Icon } from '../icon.tsx';

export function TurnNotes({ turn }: { readonly turn: number }): JSX.Element | null {
  const { turns } = useSession();
  if (notes.value.length === 0) return null;
  const here = notesOfTurn(notes.value, turn, turns.value?.turns);
  if (here.length === 0) return null;
  const labels = [...new Set(here.flatMap((note) => note.labels))];
  const words = here.map(({ note }) => note).join('\n');
  return (
    <>
      {labels.map((label) => (
        <span key={label} class="badge turn-note" title={words}>
          {stripToLine(label)}
        </span>
      ))}
      {labels.length === 0 && (
        <span class="badge turn-note" title={words}>
          <Icon name="edit" />
          note
        </span>
      )}
    </>
  );
}
