// Quotes a word for a command that a person may copy into a shell.

/**
 * Session content decides about folders and names: what could end the word or begin a command is quoted, and characters that
 * would act on a terminal when pasted are gone.
 */
export function quoteWord(word: string): string {
  const clean = word.replace(ACTING, '');
  // Some shells take a word that begins with `=` for the name of a program.
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(clean) ? clean : `'${clean.replace(ENDING, quoteOtherwise)}'`;
}

/**
 * What could end a word in single quotes: a quote, and for fish, which reads backslashes in them, those before a quote, the
 * end or each other.
 */
const ENDING = /'|\\{2,}|\\(?='|$)/g;

function quoteOtherwise(signs: string): string {
  return signs === "'" ? `'\\''` : `'"${signs.replaceAll('\\', '\\\\')}"'`;
}

/** A folder for `cd`: one whose name begins with a dash would be an option. */
export function quoteFolder(folder: string): string {
  const word = quoteWord(folder);
  return /^'?-/.test(word) ? quoteWord(`./${folder}`) : word;
}

const ACTING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
