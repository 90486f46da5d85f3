// Leaves of a text only the words that can be hits, so that SQLite, which tells what is one, has a tenth of it to look at.

export interface ThinText {
  readonly text: string;
  /** Where each piece begins: in the thin text, and in the whole one. */
  readonly pieces: readonly (readonly [thin: number, whole: number])[];
}

/** A word that no one looks for, in place of all that was left out: words that it parts are not a phrase. */
const LEFT_OUT = ' \ue0f2 ';
// Beyond ASCII it is for SQLite to say what parts words, and what is the same letter: such words are always kept.
const FOREIGN = '[\\u0080-\\uffff]';
const WORD = '[A-Za-z0-9\\u0080-\\uffff]';

/**
 * The words that may be hits for a query begin with one of these letters, because endings are all that stemming takes away;
 * undefined where that cannot be said.
 */
export function firstLetters(wanted: readonly string[]): string | undefined {
  const words = wanted.join(' ');
  if (/[^\x20-\x7e]/.test(words)) return undefined;
  return [...new Set(words.match(/[a-z0-9]+/gi)?.map((word) => (word[0] as string).toLowerCase()))].join('');
}

/** Finds in many texts the words with one of these first letters. */
export function thinner(letters: string): (text: string) => ThinText {
  // The beginning of a word that turns out to be foreign is added below: to look for it here takes three times as long.
  const kept = new RegExp(`(?:[${letters}${letters.toUpperCase()}](?<!${WORD}.)|${FOREIGN})${WORD}*`, 'g');
  return (text) => {
    const pieces: [number, number][] = [];
    let thin = '';
    let start = 0;
    let end = -1;
    const close = () => {
      if (end < 0) return;
      pieces.push([thin.length, start]);
      thin += text.slice(start, end) + LEFT_OUT;
    };
    for (const { 0: word, index } of text.matchAll(kept)) {
      let first = index;
      while (isLetterOrDigit(text.charCodeAt(first - 1))) first--;
      // Words that follow one another stay together, with what stands between them.
      if (end < 0 || /[a-z0-9]/i.test(text.slice(end, first))) {
        close();
        start = first;
      }
      end = index + word.length;
    }
    close();
    return { text: thin, pieces };
  };
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
