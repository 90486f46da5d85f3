// The notes that a person left on a session, for commands that show it; notes that cannot be read are no reason not to.
import { dataDir } from '../disk/data-dir.ts';
import { NoteBook } from '../load/note-book.ts';
import type { Note } from '../session/note.ts';
import type { CliContext } from './context.ts';
import { machineOf } from './machine-of.ts';

export function noteBookOf(context: CliContext): NoteBook {
  return new NoteBook(dataDir(machineOf(context)), () => context.now().getTime());
}

export async function notesOf(context: CliContext, sessionId: string): Promise<readonly Note[]> {
  return noteBookOf(context)
    .read(sessionId)
    .catch(() => []);
}
