// Estimates the tokens of a text from what it is made of: words, digits, signs, line breaks. Prose, code and JSON differ in
// exactly that, so no guess of the content's class is needed.

/** Tokens per feature of a text. */
interface Weights {
  readonly word: number;
  /** Each letter of a word after its first. */
  readonly letter: number;
  readonly digit: number;
  /** A run of signs, and each sign after its first. */
  readonly signs: number;
  readonly sign: number;
  readonly newline: number;
  /** A run of two or more blanks. */
  readonly indent: number;
  readonly foreign: number;
  readonly ideograph: number;
  /** Characters of a thinking signature per token: it holds the whole thinking, the text only a summary of it. */
  readonly signature: number;
}

/** The two ways of counting that the models in the logs have. */
export type Tokenizer = 'early' | 'late';

// Fitted by non-negative least squares on 1,880 differences of real sessions that hold one result, one text or one call
// [K1]; on contents over 1,500 characters the mean error is 7 % and 5.5 % (characters divided by a constant: 13 %).
// Foreign scripts were too few to fit: their weights are what the tokenizers are known to need.
const WEIGHTS: Readonly<Record<Tokenizer, Weights>> = {
  early: {
    word: 0.41,
    letter: 0.17,
    digit: 0.68,
    signs: 1.18,
    sign: 0.12,
    newline: 0.85,
    indent: 1.39,
    foreign: 0.5,
    ideograph: 1,
    signature: 5.8,
  },
  late: {
    word: 0.02,
    letter: 0.44,
    digit: 0.82,
    signs: 1.05,
    sign: 0.64,
    newline: 0.68,
    indent: 1.33,
    foreign: 0.6,
    ideograph: 1.1,
    signature: 3.8,
  },
};

/** No text has more tokens than this for each of its characters, by any of the weights; an indent has two at least. */
export const MOST_PER_CHARACTER = 1.2;

/** What a call, a result and a text cost beside their content, from the same fit. */
export const CALL_OVERHEAD = 59;
export const RESULT_OVERHEAD = 13;
export const TEXT_OVERHEAD = 4;

// Models from opus-4-7 on count about a third more tokens for the same text (measured: 2.3 characters a token, not 3.1).
const LATE = /opus-4-[7-9]|(?:opus|sonnet|haiku|fable)-[5-9]/;

export function tokenizerOf(model: string): Tokenizer {
  return LATE.test(model) ? 'late' : 'early';
}

// Longer texts are judged by slices spread evenly over them: a tool output of megabytes is much the same all along.
const WHOLE = 64 * 1024;
const SLICE = 8 * 1024;

export function estimateText(text: string, tokenizer: Tokenizer): number {
  const weights = WEIGHTS[tokenizer];
  if (text.length <= WHOLE) return weigh(text, weights);
  const slices = WHOLE / SLICE;
  let tokens = 0;
  for (let i = 0; i < slices; i++) {
    const start = Math.floor(((text.length - SLICE) * i) / (slices - 1));
    tokens += weigh(text.slice(start, start + SLICE), weights);
  }
  return (tokens * text.length) / WHOLE;
}

export function estimateThinking(text: string, signature: string, tokenizer: Tokenizer): number {
  return Math.max(estimateText(text, tokenizer), signature.length / WEIGHTS[tokenizer].signature);
}

const OTHER = 0;
const LETTER = 1;
const SIGN = 2;
const BLANK = 3;
const DIGIT = 4;
const NEWLINE = 5;
const TYPE_BITS = 3;
const TYPES_COUNT: number = 1 << TYPE_BITS;
const TRIPLES: number = TYPES_COUNT ** 3;

/** The type of each byte of UTF-8; those beyond ASCII are no more than what parts a run. */
const TYPES: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER;
  if (code === 32 || code === 9) return BLANK;
  if (code === 10) return NEWLINE;
  if (code >= 48 && code <= 57) return DIGIT;
  return code > 32 && code < 127 ? SIGN : OTHER;
});

/** How often each three types stood in a row; in two halves, so that a count need not wait for the one before it. */
const triples: Int32Array = new Int32Array(2 * TRIPLES);

const encoder: TextEncoder = new TextEncoder();
/** A character takes three bytes at most. */
const bytes: Uint8Array = new Uint8Array(3 * WHOLE);

// All text of a session goes through here: neighbours are counted, without a branch, and weighed once at the end. Over
// bytes, because to ask a string for each of its characters takes twice as long.
function weigh(text: string, weights: Weights): number {
  triples.fill(0);
  const { written } = encoder.encodeInto(text, bytes);
  let last = 0;
  let half = 0;
  for (let i = 0; i < written; i++) {
    last = ((last << TYPE_BITS) | (TYPES[bytes[i] as number] as number)) & (TRIPLES - 1);
    const at = half | last;
    triples[at] = (triples[at] as number) + 1;
    half ^= TRIPLES;
  }
  let foreign = 0;
  let ideographs = 0;
  if (written > text.length) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x2e80) ideographs++;
      else if (code >= 128) foreign++;
    }
  }
  const letters = countLast(LETTER);
  const lettersOn = countLast(LETTER, LETTER);
  const signs = countLast(SIGN);
  const signsOn = countLast(SIGN, SIGN);
  const blanksOn = countLast(BLANK, BLANK) - countTriple(BLANK, BLANK, BLANK);
  return (
    (letters - lettersOn) * weights.word +
    lettersOn * weights.letter +
    (signs - signsOn) * weights.signs +
    signsOn * weights.sign +
    blanksOn * weights.indent +
    countLast(NEWLINE) * weights.newline +
    countLast(DIGIT) * weights.digit +
    foreign * weights.foreign +
    ideographs * weights.ideograph
  );
}

/** How many characters of a type there are, or how many that stand behind another type. */
function countLast(type: number, before?: number): number {
  let sum = 0;
  for (let first = 0; first < TYPES_COUNT; first++)
    for (let second = before ?? 0; second < (before === undefined ? TYPES_COUNT : before + 1); second++)
      sum += countTriple(first, second, type);
  return sum;
}

function countTriple(first: number, second: number, third: number): number {
  const at = (first << (2 * TYPE_BITS)) | (second << TYPE_BITS) | third;
  return (triples[at] as number) + (triples[at + TRIPLES] as number);
}
