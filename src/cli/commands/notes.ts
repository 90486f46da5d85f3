// `clew notes`: the notes and labels that a person left on turns, listed, written and taken away.
import { randomUUID } from 'node:crypto';
import { countOf, formatCount } from '../../base/format-number.ts';
import { NOTE_LIMITS } from '../../base/note-limits.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { textStart } from '../../base/text-start.ts';
import type { KeptNote, NoteBook } from '../../load/note-book.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { uuidOf } from '../../log/fields.ts';
import { noteText } from '../../render/note-text.ts';
import { pickTurns } from '../../render/pick-turns.ts';
import { makePalette } from '../../render/terminal/palette.ts';
import { openTranscript } from '../../render/transcript.ts';
import { type CommandInput, type CommandSpec, listFlag, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { isoOf } from '../format-time.ts';
import { jsonText } from '../json-text.ts';
import { noteBookOf } from '../notes-of.ts';
import { openSelected } from '../open-selected.ts';
import { remark } from '../remark.ts';

export const notesCommand: CommandSpec = {
  name: 'notes',
  args: '[selector]',
  summary: 'list, write and remove your notes on the turns of a session',
  description:
    "Notes and labels on turns, as the web app writes them. They are kept in clew's own data folder, never in the " +
    'session; show, export and the web app show them. Without a selector: the notes on all sessions.',
  flags: [
    { flags: '--label <label>', text: 'only notes with this label; with --add, its label', repeatable: true },
    { flags: '--add <text>', text: 'leave a note; on the turn that --turn names, else on the last one' },
    { flags: '--turn <turn>', text: 'the turn of the note: a number or last' },
    {
      flags: '--remove <id>',
      text: 'take a note away, by its id or the beginning of it',
      against: ['--label'],
    },
  ],
  examples: [
    ['clew notes', 'all notes on all sessions'],
    ['clew notes a1b2c3 --label bug', 'those on one session that are labelled bug'],
    ['clew notes a1b2c3 --turn 3 --add "here it went wrong" --label bug', 'leaves one on turn 3'],
    ['clew notes a1b2c3 --remove 9f2c', 'takes one away'],
  ],
  run: runNotes,
};

async function runNotes(context: CliContext, input: CommandInput): Promise<number> {
  const book = noteBookOf(context);
  const [text, id] = [textFlag(input, 'add'), textFlag(input, 'remove')];
  if (text !== undefined && id !== undefined)
    throw new Refusal('add-or-remove', 'A note is either left or taken away.', 'Name --add or --remove.');
  if (text === undefined && textFlag(input, 'turn') !== undefined)
    throw new Refusal(
      'turn-of-what',
      '--turn names the turn of a new note.',
      'Say what to note: --add TEXT.',
    );
  if (text === undefined && id === undefined) return listNotes(book, context, input);
  if (input.args.length === 0)
    throw new Refusal('no-selector', 'Which session is meant?', 'Name one: clew notes latest --add TEXT.');
  const { session } = await openSelected(context, input);
  return text === undefined
    ? removeNote(book, session, id ?? '', context, input)
    : addNote(book, session, text, context, input);
}

async function listNotes(book: NoteBook, context: CliContext, input: CommandInput): Promise<number> {
  const labels = readLabels(input);
  const fits = (note: KeptNote) => labels.every((label) => note.labels.includes(label));
  const found = (await sessionsOf(book, context, input))
    .map(({ sessionId, notes }) => ({
      sessionId,
      notes: notes.filter(fits).toSorted((a, b) => a.turn - b.turn || a.created - b.created),
    }))
    .filter(({ notes }) => notes.length > 0);
  if (input.json) {
    const sessions = found.map(({ sessionId, notes }) => ({ sessionId, notes: notes.map(noteJson) }));
    await context.print(jsonText({ sessions }));
  } else if (found.length === 0) {
    remark(context, input, NO_NOTES[Math.min(labels.length, 2)] ?? '');
  } else await printNotes(found, context);
  return found.length === 0 ? 1 : 0;
}

/** By how many labels were asked for. */
const NO_NOTES = ['There are no notes.', 'No note has this label.', 'No note has these labels.'];

function readLabels(input: CommandInput): string[] {
  const typed = listFlag(input, 'label').map((one) => one.trim());
  return [...new Set(typed.filter((one) => one !== ''))];
}

async function sessionsOf(
  book: NoteBook,
  context: CliContext,
  input: CommandInput,
): Promise<readonly { readonly sessionId: string; readonly notes: readonly KeptNote[] }[]> {
  if (input.args.length === 0) return book.sessions();
  const { session } = await openSelected(context, input);
  return [{ sessionId: session.sessionId, notes: await book.read(session.sessionId) }];
}

async function printNotes(
  found: readonly { readonly sessionId: string; readonly notes: readonly KeptNote[] }[],
  context: CliContext,
): Promise<void> {
  const palette = makePalette(context.color);
  for (const { sessionId, notes } of found) {
    await context.print(`${palette.strong(stripToLine(sessionId))}  ${countOf(notes.length, 'note')}\n`);
    for (const note of notes) {
      await context.print(`turn ${note.turn}  ${palette.faint(stripToLine(note.id).slice(0, 8))}\n`);
      await context.print(noteText(note, palette));
    }
  }
}

async function addNote(
  book: NoteBook,
  session: OpenSession,
  text: string,
  context: CliContext,
  input: CommandInput,
): Promise<number> {
  const labels = readLabels(input);
  refuseTooMuch(text.trim(), labels);
  if (text.trim() === '' && labels.length === 0)
    throw new Refusal('empty-note', 'The note is empty.', 'Say what to note: --add TEXT.');
  const transcript = openTranscript(
    { sessionId: session.sessionId, title: undefined, thread: session.thread, agents: [] },
    { agents: 'reference' },
  );
  const [turn, more] = pickTurns(transcript.turns, textFlag(input, 'turn') ?? 'last');
  if (!turn || more) throw new Refusal('one-turn', 'A note is on one turn.', 'Name it: --turn 3.');
  const uuid = turn.prompt && uuidOf(turn.prompt);
  const id = randomUUID().replaceAll('-', '').slice(0, 24);
  const note = await book.put(session.sessionId, session.sessionId, id, {
    turn: turn.number,
    note: text.trim(),
    labels,
    ...(uuid === undefined ? {} : { uuid }),
  });
  if (input.json) await context.print(jsonText({ sessionId: session.sessionId, note: noteJson(note) }));
  else await context.print(`Noted on turn ${turn.number} of ${stripToLine(session.sessionId)}.\n`);
  return 0;
}

function refuseTooMuch(text: string, labels: readonly string[]): void {
  if (text.length > NOTE_LIMITS.text)
    throw new Refusal(
      'note-too-long',
      `A note has ${formatCount(NOTE_LIMITS.text)} characters at the most; this one has ${formatCount(text.length)}.`,
      'Shorten it, or leave two.',
    );
  const long = labels.find((label) => label.length > NOTE_LIMITS.label);
  if (long !== undefined)
    throw new Refusal(
      'label-too-long',
      `“${textStart(stripToLine(long), 40)}…” is too long for a label.`,
      `Give at most ${NOTE_LIMITS.label} characters.`,
    );
  if (labels.length > NOTE_LIMITS.labels)
    throw new Refusal(
      'too-many-labels',
      `A note has ${NOTE_LIMITS.labels} labels at the most.`,
      'Give fewer.',
    );
}

async function removeNote(
  book: NoteBook,
  session: OpenSession,
  id: string,
  context: CliContext,
  input: CommandInput,
): Promise<number> {
  const fitting = (await book.read(session.sessionId)).filter((note) => id !== '' && note.id.startsWith(id));
  const [note, more] = fitting;
  if (!note || more) {
    const words = more ? `Several notes begin with ${stripToLine(id)}.` : 'There is no such note.';
    throw new Refusal(more ? 'ambiguous' : 'no-such-note', words, 'clew notes lists them with their ids.');
  }
  await book.remove(session.sessionId, note.id);
  if (input.json) await context.print(jsonText({ sessionId: session.sessionId, removed: noteJson(note) }));
  else await context.print(`Removed the note on turn ${note.turn} of ${stripToLine(session.sessionId)}.\n`);
  return 0;
}

function noteJson({ id, turn, uuid, note, labels, created, changed }: KeptNote): object {
  return { id, turn, uuid, note, labels, created: isoOf(created), changed: isoOf(changed) };
}
