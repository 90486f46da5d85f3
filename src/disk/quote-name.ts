// Quotes a name from outside (a path, a selector) for a sentence shown to a person: one line, no control characters.

const MAX_SHOWN = 300;

export function quoteName(name: string): string {
  const clean = cleanName(name);
  const shown = clean.length <= MAX_SHOWN ? clean : `${clean.slice(0, MAX_SHOWN)}…`;
  return `“${shown}”`;
}

/** The name with everything that could move a cursor or reorder text replaced. */
export function cleanName(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '?');
}
