// The command that goes on with a session, as a person types it into a shell.
import { quoteWord } from '../base/quote-word.ts';

/** The client finds a session only from the folder that it belongs to [F1]. */
export function resumeCommand(sessionId: string, cwd?: string): string {
  const resume = `claude --resume ${quoteWord(sessionId)}`;
  return cwd === undefined ? resume : `cd ${quoteWord(cwd)} && ${resume}`;
}
