// Notes and labels that a person leaves on turns: kept by the server in clew's own data folder, never in the session.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { NOTE_LIMITS } from '../../base/note-limits.ts';
import { textStart } from '../../base/text-start.ts';
import type { Annotation, AnnotationInput, TurnLine } from '../../server/api.ts';
import type { Note } from '../../session/note.ts';
import { readApi, writeApi } from './api-client.ts';
import { newId } from './new-id.ts';

const list = signal<readonly Annotation[]>([]);

/** Of the session that is shown; empty in an exported page. */
export const notes: ReadonlySignal<readonly Annotation[]> = list;

let shown = '';

/** A note that is being written. Kept here: the inspector goes on with the turn that is read, and comes back to it. */
interface NoteDraft {
  readonly key: string;
  readonly turn: number;
  /** Of the turn's prompt, where it is known: another branch has another turn of this number. */
  readonly uuid: string | undefined;
  /** Of the note that is changed. */
  readonly id: string | undefined;
  readonly text: string;
  readonly labels: string;
}

export const noteDraft: Signal<NoteDraft | undefined> = signal<NoteDraft | undefined>(undefined);

/** In an exported page: the notes that it carries. */
export function carryNotes(carried: readonly Note[]): void {
  list.value = carried.map((note) => ({ ...note, key: '' }));
}

export async function loadNotes(key: string): Promise<void> {
  if (shown !== key) list.value = [];
  shown = key;
  const { annotations } = await readApi('GET /api/sessions/:key/annotations', { parts: { key } });
  if (shown === key) list.value = annotations;
}

export async function saveNote(key: string, id: string | undefined, input: AnnotationInput): Promise<void> {
  const route = 'PUT /api/sessions/:key/annotations/:id';
  const saved = await writeApi(route, { key, id: id ?? newId() }, input);
  // Who has gone on to another session sees the notes of that one.
  if (shown === key) list.value = [...list.peek().filter((one) => one.id !== saved.id), saved];
}

export async function removeNote(key: string, id: string): Promise<void> {
  await writeApi('DELETE /api/sessions/:key/annotations/:id', { key, id }, undefined);
  list.value = list.peek().filter((one) => one.id !== id);
}

/** A note follows its prompt where it knows it: the number of a turn changes with the branch. */
export function turnOfNote(note: Annotation, turns: readonly TurnLine[]): number {
  return (note.uuid === undefined ? undefined : numbersOf(turns).get(note.uuid)) ?? note.turn;
}

const numbers = new WeakMap<readonly TurnLine[], ReadonlyMap<string, number>>();

/** By the uuid of its prompt: asked for every note at every turn on the screen. */
function numbersOf(turns: readonly TurnLine[]): ReadonlyMap<string, number> {
  const known = numbers.get(turns);
  if (known) return known;
  const made = new Map<string, number>();
  for (const { uuid, number } of turns) if (uuid !== undefined && !made.has(uuid)) made.set(uuid, number);
  numbers.set(turns, made);
  return made;
}

/** Each with its turn, in the order of the turns. */
export function placeNotes(
  all: readonly Annotation[],
  turns: readonly TurnLine[],
): { readonly note: Annotation; readonly turn: number }[] {
  return all
    .map((note) => ({ note, turn: turnOfNote(note, turns) }))
    .sort((a, b) => a.turn - b.turn || a.note.created - b.note.created);
}

export function notesOfTurn(
  all: readonly Annotation[],
  turn: number,
  turns: readonly TurnLine[] = [],
): readonly Annotation[] {
  return all.filter((note) => turnOfNote(note, turns) === turn);
}

/** Labels as they are typed: `to do, bug` are two. */
export function readLabels(text: string): string[] {
  const labels = text.split(',').map((label) => textStart(label.trim(), NOTE_LIMITS.label));
  return [...new Set(labels.filter(Boolean))].slice(0, NOTE_LIMITS.labels);
}

/** All notes as a text to keep elsewhere. */
export function notesAsMarkdown(
  title: string,
  all: readonly Annotation[],
  turns: readonly TurnLine[],
): string {
  const parts = placeNotes(all, turns).map(({ turn, note: { labels, note } }) => {
    const words = labels.length > 0 ? ` (${labels.join(', ')})` : '';
    return `## Turn ${turn}${words}\n\n${note}\n`;
  });
  return `# Notes on ${title}\n\n${parts.join('\n')}`;
}
