// Takes texts apart into characters as people see them.

// Made when it is needed, because that takes 8 ms, and once, because it is kept and used again.
let segmenter: Intl.Segmenter | undefined;

/** Each with its place: a letter with its accents, an emoji of several, or one plain character. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}
