// The command that goes on with a session, as a shell takes it.

/** The client finds a session only from the folder that it belongs to [F1]. */
export function quoteCommand(sessionId: string, cwd: string | undefined): string {
  const resume = `claude --resume ${quoteWord(sessionId)}`;
  return cwd === undefined ? resume : `cd ${quoteWord(cwd)} && ${resume}`;
}

// Session content decides about the folder: what could end the word or begin a command is quoted, control characters go.
function quoteWord(word: string): string {
  const clean = word.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '');
  return /^[\w@%+=:,./-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", `'\\''`)}'`;
}
