// The command that goes on with a session, as a person types it into a shell.
import { quoteFolder, quoteWord } from '../base/quote-word.ts';

/** The client finds a session only from the folder that it belongs to [F1]. */
export function resumeCommand(sessionId: string, cwd?: string): string {
  const id = quoteWord(sessionId);
  // A file's name is anyone's choice: one that begins with a dash must not become an option of the client.
  const resume = /^'?-/.test(id) ? `claude --resume=${id}` : `claude --resume ${id}`;
  return cwd === undefined ? resume : `cd ${quoteFolder(cwd)} && ${resume}`;
}
