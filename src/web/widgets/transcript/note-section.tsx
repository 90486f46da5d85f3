// What a person noted on the turn that is read: shown, written and taken away in the inspector.
import '../../styles/notes-app.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { NOTE_LIMITS } from '../../../base/note-limits.ts';
import { stripControls, stripToLine } from '../../../base/strip-controls.ts';
import type { Annotation } from '../../../server/api.ts';
import { useKeys } from '../../data/keys.ts';
import { notes, notesOfTurn, readLabels, removeNote, saveNote } from '../../data/notes.ts';
import { useSession } from '../../data/session-context.ts';
import { tell } from '../../data/toasts.ts';
import { Icon } from '../icon.tsx';
import { wordsOf } from '../states.tsx';
import { NoteList } from './note-list.tsx';

export function NoteSection({ turn }: { readonly turn: number }): JSX.Element {
  const { turns, source } = useSession();
  // An exported page carries notes and has nowhere to write any.
  const canWrite = source.watch !== undefined;
  const [editing, setEditing] = useState<{ readonly turn: number; readonly id: string | undefined }>();
  const here = notesOfTurn(notes.value, turn, turns.value?.turns);
  const open = editing?.turn === turn ? editing : undefined;
  const isNew = open !== undefined && open.id === undefined;
  const begin = (id?: string) => setEditing({ turn, id });
  useKeys('Notes', canWrite ? [{ key: 'm', title: 'Note on this turn', run: () => begin(here[0]?.id) }] : []);
  return (
    <section class="notes">
      {here.map((note) =>
        open?.id === note.id ? (
          <NoteForm key={note.id} turn={turn} note={note} close={() => setEditing(undefined)} />
        ) : (
          <div key={note.id} class="note">
            <NoteLabels labels={note.labels} />
            <p>{stripControls(note.note)}</p>
            {canWrite && (
              <button type="button" class="text-btn" onClick={() => begin(note.id)}>
                Change
              </button>
            )}
          </div>
        ),
      )}
      {isNew && <NoteForm turn={turn} note={undefined} close={() => setEditing(undefined)} />}
      {canWrite && !isNew && (
        <button type="button" class="btn btn-bare" onClick={() => begin()}>
          <Icon name="edit" />
          Note on {turn === 0 ? 'the start' : `turn ${turn}`} <kbd>M</kbd>
        </button>
      )}
      {notes.value.length > 0 && <NoteList />}
    </section>
  );
}

function NoteLabels({ labels }: { readonly labels: readonly string[] }): JSX.Element | null {
  if (labels.length === 0) return null;
  return (
    <span class="note-labels">
      {labels.map((label) => (
        <span key={label} class="badge">
          {stripToLine(label)}
        </span>
      ))}
    </span>
  );
}

interface NoteFormProps {
  readonly turn: number;
  readonly note: Annotation | undefined;
  readonly close: () => void;
}

function NoteForm({ turn, note, close }: NoteFormProps): JSX.Element {
  const { source, turns } = useSession();
  const [text, setText] = useState(note?.note ?? '');
  const [labels, setLabels] = useState(note?.labels.join(', ') ?? '');
  const uuid = turns.value?.turns.find(({ number }) => number === turn)?.uuid;
  const [busy, setBusy] = useState(false);
  const act = (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    work().then(close, (error) => {
      setBusy(false);
      tell(wordsOf(error).message, 'error');
    });
  };
  const save = () => {
    const input = { turn, note: text.trim(), labels: readLabels(labels), ...(uuid ? { uuid } : {}) };
    if (input.note !== '' || input.labels.length > 0) act(() => saveNote(source.key, note?.id, input));
  };
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        }
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          // In the line of labels the browser would submit as well.
          event.preventDefault();
          save();
        }
      }}
    >
      <textarea
        aria-label={`Note on turn ${turn}`}
        placeholder="Note"
        rows={3}
        maxLength={NOTE_LIMITS.text}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it opens because someone asked to write.
        autoFocus
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <input
        aria-label="Labels, with commas between"
        placeholder="Labels, with commas between"
        value={labels}
        onInput={(event) => setLabels(event.currentTarget.value)}
      />
      <div class="row">
        <button type="submit" class="btn">
          Save
        </button>
        <button type="button" class="btn btn-bare" onClick={close}>
          Cancel
        </button>
        <span class="grow" />
        {note && (
          <button
            type="button"
            class="btn btn-bare"
            onClick={() => act(() => removeNote(source.key, note.id))}
          >
            Remove
          </button>
        )}
      </div>
    </form>
  );
}
