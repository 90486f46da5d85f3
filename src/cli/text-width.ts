// How wide a text is on a terminal. Text of plain letters is measured at once; only for others is the library loaded, which takes as long as all of `clew ls`.

export interface TextWidth {
  /** In columns. */
  readonly widthOf: (text: string) => number;
  /** Cut to a width, with an ellipsis where something was left out. */
  readonly cutTo: (text: string, width: number) => string;
}

/** What measures all of these texts. */
export async function loadTextWidth(texts: Iterable<string>): Promise<TextWidth> {
  for (const text of texts) if (!isNarrow(text)) return loadForAll();
  return NARROW;
}

// Letters that take one column each, by themselves and beside each other: Latin, Greek and Cyrillic without their combining
// marks, punctuation, arrows, and the signs of our own tables. A test holds every one of them against the library.
const ONLY_NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0386-\u0481\u048a-\u052f\u2010-\u2027\u2030-\u203b\u2190-\u2199\u2200-\u22ff\u2500-\u25fc\u2713-\u2717\u276f]*$/;

export function isNarrow(text: string): boolean {
  return ONLY_NARROW.test(text);
}

const NARROW: TextWidth = {
  widthOf: (text) => text.length,
  cutTo: (text, width) => (text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`),
};

async function loadForAll(): Promise<TextWidth> {
  const [{ default: stringWidth }, { cutTo }] = await Promise.all([
    import('string-width'),
    import('../survey/text-table.ts'),
  ]);
  return {
    widthOf: (text) => (isNarrow(text) ? text.length : stringWidth(text)),
    cutTo: (text, width) => (isNarrow(text) ? NARROW.cutTo(text, width) : cutTo(text, width)),
  };
}
