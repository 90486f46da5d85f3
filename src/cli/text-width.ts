// How wide a text is on a terminal. Text of plain letters is measured at once; only for others is the library loaded, which takes as long as all of `clew ls`.
import { textStart } from '../base/text-start.ts';

export interface TextWidth {
  /** In columns. */
  readonly widthOf: (text: string) => number;
  /** Cut to a width, with an ellipsis where something was left out. */
  readonly cutTo: (text: string, width: number) => string;
}

/** What measures all of these texts. */
export async function loadTextWidth(texts: Iterable<string>): Promise<TextWidth> {
  for (const text of texts) if (!isPlain(text)) return loadForAll();
  return PLAIN;
}

// Letters whose length is their width, by themselves and beside each other: Latin, Greek and Cyrillic without their combining
// marks, punctuation, arrows, the signs of our own tables; and the pictures of titles, which are two units long and two
// columns wide. A test holds every one of them against the library.
const ANY_OTHER =
  /[^ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0386-\u0481\u048a-\u052f\u2010-\u2027\u2030-\u203b\u2190-\u2199\u2200-\u22ff\u2500-\u25fc\u2713-\u2717\u276f\u{1f300}-\u{1f320}\u{1f337}-\u{1f37c}\u{1f400}-\u{1f43e}\u{1f442}-\u{1f4fc}\u{1f4ff}-\u{1f53d}\u{1f5fb}-\u{1f64f}\u{1f680}-\u{1f6c5}\u{1f947}-\u{1f9ff}]/u;

export function isPlain(text: string): boolean {
  return !ANY_OTHER.test(text);
}

const PLAIN: TextWidth = {
  widthOf: (text) => text.length,
  // Between the two halves of a picture nothing is cut.
  cutTo: (text, width) =>
    text.length <= width ? text : `${textStart(text, Math.max(0, width - 1)).trimEnd()}…`,
};

async function loadForAll(): Promise<TextWidth> {
  const { cutToWidth, widthOf } = await import('../base/cut-to-width.ts');
  return {
    widthOf: (text) => (isPlain(text) ? text.length : widthOf(text)),
    cutTo: (text, width) => (isPlain(text) ? PLAIN.cutTo(text, width) : cutToWidth(text, width)),
  };
}
