// What a person noted on the turn that is read: shown, written and taken away in the inspector.
import '../../styles/notes-app.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { NOTE_LIMITS } from '../../../base/note-limits.ts';
import { stripControls, stripToLine } from '../../../base/strip-controls.ts';
import type { Annotation } from '../../../server/api.ts';
import { useKeys } from '../../data/keys.ts';
import { noteDraft, notes, notesOfTurn, readLabels, removeNote, saveNote } from '../../data/notes.ts';
import { useSession } from '../../data/session-context.ts';
import { tell } from '../../data/toasts.ts';
import { Icon } from '../icon.tsx';
import { wordsOf } from '../states.tsx';
import { NoteList } from './note-list.tsx';

export function NoteSection({ turn }: { readonly turn: number }): JSX.Element {
  const { turns, source } = useSession();
  // An exported page carries notes and has nowhere to write any.
  const canWrite = source.watch !== undefined;
  const uuid = turns.value?.turns.find(({ number }) => number === turn)?.uuid;
  const here = notesOfTurn(notes.value, turn, turns.value?.turns);
  const draft = noteDraft.value;
  const isHere = draft?.key === source.key && draft.turn === turn && (draft.uuid ?? uuid) === uuid;
  const open = isHere ? draft : undefined;
  const isNew = open !== undefined && open.id === undefined;
  const begin = (note?: Annotation) => {
    // What was written stays until it is saved or cancelled.
    if (open && open.id === note?.id) return;
    const [text, labels] = [note?.note ?? '', note?.labels.join(', ') ?? ''];
    noteDraft.value = { key: source.key, turn, uuid, id: note?.id, text, labels };
  };
  useKeys('Notes', canWrite ? [{ key: 'm', title: 'Note on this turn', run: () => begin(here[0]) }] : []);
  return (
    <section class="notes">
      {here.map((note) =>
        open?.id === note.id ? (
          <NoteForm key={note.id} turn={turn} uuid={uuid} />
        ) : (
          <div key={note.id} class="note">
            <NoteLabels labels={note.labels} />
            <p>{stripControls(note.note)}</p>
            {canWrite && (
              <button type="button" class="text-btn" onClick={() => begin(note)}>
                Change
              </button>
            )}
          </div>
        ),
      )}
      {isNew && <NoteForm turn={turn} uuid={uuid} />}
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
  readonly uuid: string | undefined;
}

function NoteForm({ turn, uuid }: NoteFormProps): JSX.Element | null {
  const { source } = useSession();
  const [busy, setBusy] = useState(false);
  const draft = noteDraft.value;
  if (!draft) return null;
  const { id, text, labels } = draft;
  const change = (next: Partial<typeof draft>) => {
    noteDraft.value = { ...draft, ...next };
  };
  const close = () => {
    // Another one may have been begun while this was saved.
    if (noteDraft.peek()?.turn === turn) noteDraft.value = undefined;
  };
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
    if (input.note !== '' || input.labels.length > 0) act(() => saveNote(source.key, id, input));
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
        onInput={(event) => change({ text: event.currentTarget.value })}
      />
      <input
        aria-label="Labels, with commas between"
        placeholder="Labels, with commas between"
        value={labels}
        onInput={(event) => change({ labels: event.currentTarget.value })}
      />
      <div class="row">
        <button type="submit" class="btn">
          Save
        </button>
        <button type="button" class="btn btn-bare" onClick={close}>
          Cancel
        </button>
        <span class="grow" />
        {id !== undefined && (
          <button type="button" class="btn btn-bare" onClick={() => act(() => removeNote(source.key, id))}>
            Remove
          </button>
        )}
      </div>
    </form>
  );
}
