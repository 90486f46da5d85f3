// Says of a text that each of its code units is a character and takes a column of the terminal, whatever stands beside what.
//
// The built command line has string-width ask here (scripts/bundle-cli.mjs), so that it need not take most texts apart.

/** Latin letters, punctuation, arrows, lines, blocks and ticks. */
const NARROW =
  /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02af\u2010-\u2027\u202f-\u205e\u2190-\u22ff\u2500-\u25fc\u2713]*$/;

/** False tells nothing. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}
