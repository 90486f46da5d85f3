// The command that goes on with a session: the client looks for it in the folder that it was made in.
import type { SessionLine } from '../../server/api.ts';

export function resumeCommand(line: Pick<SessionLine, 'project' | 'sessionId'>): string {
  const resume = `claude --resume ${line.sessionId}`;
  return line.project === undefined ? resume : `cd ${quoteForShell(line.project)} && ${resume}`;
}

// Control characters would act when pasted: a folder that has them is left out of no quotes, but they are.
function quoteForShell(path: string): string {
  const shown = path.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
  return /^[\w@%+=:,./~-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
