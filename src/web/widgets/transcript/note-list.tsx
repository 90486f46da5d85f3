// All notes of the session, filtered by label, each leading to its turn; to be saved as a text.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stripToLine } from '../../../base/strip-controls.ts';
import { plural } from '../../data/format.ts';
import { hrefOfTurn } from '../../data/href-of-turn.ts';
import { notes, notesAsMarkdown, placeNotes } from '../../data/notes.ts';
import { saveBytes } from '../../data/save-bytes.ts';
import { useSession } from '../../data/session-context.ts';
import { Icon } from '../icon.tsx';

export function NoteList(): JSX.Element {
  const { head, turns } = useSession();
  const [wanted, setLabel] = useState<string>();
  const lines = turns.value?.turns ?? [];
  const labels = [...new Set(notes.value.flatMap((note) => note.labels))].sort();
  // The last note with it may have been taken away.
  const label = labels.find((one) => one === wanted);
  const shown = placeNotes(notes.value, lines).filter(
    ({ note }) => label === undefined || note.labels.includes(label),
  );
  const save = () =>
    saveBytes(
      `notes-${head.sessionId.slice(0, 8)}.md`,
      [notesAsMarkdown(head.title ?? head.sessionId, notes.peek(), lines)],
      'text/markdown',
    );
  return (
    <details class="note-list">
      <summary>{plural(notes.value.length, 'note')} in this session</summary>
      {labels.length > 0 && (
        <div class="note-labels">
          {labels.map((one) => (
            <button
              key={one}
              type="button"
              class="chip"
              aria-pressed={label === one}
              onClick={() => setLabel(label === one ? undefined : one)}
            >
              {stripToLine(one)}
            </button>
          ))}
        </div>
      )}
      <ol>
        {shown.map(({ note, turn }) => (
          <li key={note.id}>
            <a class="plain-link" href={hrefOfTurn(turn)}>
              <span class="quiet">{turn}</span> {stripToLine(note.note || note.labels.join(', '))}
            </a>
          </li>
        ))}
      </ol>
      <button type="button" class="btn btn-bare" onClick={save}>
        <Icon name="download" />
        Save as text
      </button>
    </details>
  );
}
