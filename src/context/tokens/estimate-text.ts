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
/** No text weighs more than its pieces and this for each of them: where it is parted, a word or an indent may go unseen. */
export const MOST_AT_SEAM = 2;

/** What a call, a result and a text cost beside their content, from the same fit. */
export const CALL_OVERHEAD = 59;
export const RESULT_OVERHEAD = 13;
export const TEXT_OVERHEAD = 4;

// Models from opus-4-7 on count about a third more tokens for the same text (measured: 2.3 characters a token, not 3.1).
const LATE = /opus-4-[7-9]|(?:opus|sonnet|haiku|fable)-[5-9]/;

export function tokenizerOf(model: string): Tokenizer {
  return LATE.test(model) ? 'late' : 'early';
}

/** Longer texts are judged by slices spread evenly over them: a tool output of megabytes is much the same all along. */
export const MOST_WEIGHED: number = 64 * 1024;
const SLICE = 8 * 1024;

export function estimateText(text: string, tokenizer: Tokenizer): number {
  if (text.length <= MOST_WEIGHED) return weigh(text, tokenizer);
  const slices = MOST_WEIGHED / SLICE;
  let tokens = 0;
  for (let i = 0; i < slices; i++) {
    const start = Math.floor(((text.length - SLICE) * i) / (slices - 1));
    tokens += weigh(text.slice(start, start + SLICE), tokenizer);
  }
  return (tokens * text.length) / MOST_WEIGHED;
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
/** A blank behind another. */
const BLANKS = 6;
const TYPE_BITS = 3;
const TYPE_MASK: number = (1 << TYPE_BITS) - 1;
const PAIR_BITS: number = 2 * TYPE_BITS;
const STATES: number = 1 << (PAIR_BITS + TYPE_BITS);

const encoder: TextEncoder = new TextEncoder();
/** A character takes three bytes at most; some more even out the last pair, and the last four. */
const bytes: Uint8Array = new Uint8Array(3 * MOST_WEIGHED + 4);
/** The same memory, two bytes at once, and four. */
const pairs: Uint16Array = new Uint16Array(bytes.buffer);
const fours: Uint32Array = new Uint32Array(bytes.buffer);
/** The types of both bytes of a pair. */
const pairTypes: Uint8Array = listPairTypes();

function listPairTypes(): Uint8Array {
  const types = Array.from({ length: 256 }, (_, code) => typeOf(code));
  const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const rows = [OTHER, LETTER, SIGN, BLANK, DIGIT, NEWLINE].map((high) =>
    types.map((low) => (isLittleEndian ? pairOf(low, high) : pairOf(high, low))),
  );
  const found = new Uint8Array(1 << 16);
  for (let high = 0; high < 256; high++) found.set(rows[types[high] as number] as number[], high << 8);
  return found;
}

function pairOf(first: number, second: number): number {
  return (first << TYPE_BITS) | (first === BLANK && second === BLANK ? BLANKS : second);
}

/** The type of a byte of UTF-8; those beyond ASCII are no more than what parts a run. */
function typeOf(code: number): number {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER;
  if (code === 32 || code === 9) return BLANK;
  if (code === 10) return NEWLINE;
  if (code >= 48 && code <= 57) return DIGIT;
  return code > 32 && code < 127 ? SIGN : OTHER;
}

/** What a pair weighs behind a byte of some type, in hundredths of a token: whole numbers add up without a rest. */
const PAIR_WEIGHTS: Readonly<Record<Tokenizer, Int32Array>> = {
  early: listPairWeights(WEIGHTS.early),
  late: listPairWeights(WEIGHTS.late),
};

function listPairWeights(weights: Weights): Int32Array {
  return Int32Array.from({ length: STATES }, (_, state) => {
    const before = state >> PAIR_BITS;
    const first = (state >> TYPE_BITS) & TYPE_MASK;
    const second = state & TYPE_MASK;
    const between = first === BLANK && (before === BLANK || before === BLANKS) ? BLANKS : first;
    const tokens =
      weightBehind(before, first, weights) +
      weightBehind(between, second === BLANKS ? BLANK : second, weights);
    return Math.round(100 * tokens);
  });
}

function weightBehind(before: number, type: number, weights: Weights): number {
  switch (type) {
    case LETTER:
      return before === LETTER ? weights.letter : weights.word;
    case SIGN:
      return before === SIGN ? weights.sign : weights.signs;
    case BLANK:
      return before === BLANK ? weights.indent : 0;
    case DIGIT:
      return weights.digit;
    case NEWLINE:
      return weights.newline;
    default:
      return 0;
  }
}

// All text of a session goes through here: bytes are weighed two at once, without a branch. Over bytes, because to ask a string
// for each of its characters takes twice as long; and with the tables in plain variables, because to ask the module for them at
// each pair does, too. What a pair stands behind is taken from the one before, not carried along: no pair waits for another.
function weigh(text: string, tokenizer: Tokenizer): number {
  const types = pairTypes;
  const weights = PAIR_WEIGHTS[tokenizer];
  const all = pairs;
  const mask = TYPE_MASK;
  const shift = PAIR_BITS;
  const { written } = encoder.encodeInto(text, bytes);
  bytes[written] = 0;
  const length = (written + 1) >> 1;
  let hundredths = 0;
  let before = 0;
  for (let i = 0; i < length; i++) {
    const pair = types[all[i] as number] as number;
    hundredths = (hundredths + (weights[((before & mask) << shift) | pair] as number)) | 0;
    before = pair;
  }
  return hundredths / 100 + (written > text.length ? weighForeign(written, WEIGHTS[tokenizer]) : 0);
}

const FIRST_LEAD = 0xc2;
/** The leading byte of U+2000 to U+2FFF, and the byte behind it from which on they are ideographs. */
const MIXED_LEAD = 0xe2;
const FIRST_IDEOGRAPH = 0xba;
const FIRST_LEAD_OF_FOUR = 0xf0;

/** No byte of four has its highest bit where all of them are ASCII. */
const HIGHEST_BITS = 0x80808080;

/** What is beyond ASCII among the bytes; a character of four counts as two, as it does in a string. */
function weighForeign(length: number, { foreign, ideograph }: Weights): number {
  const all = bytes;
  const atOnce = fours;
  let letters = 0;
  let ideographs = 0;
  for (let from = 0; from < length; from += 4) {
    // Most of a text with a few such characters is ASCII all the same.
    if (((atOnce[from >> 2] as number) & HIGHEST_BITS) === 0) continue;
    const end = Math.min(from + 4, length);
    for (let i = from; i < end; i++) {
      const lead = all[i] as number;
      if (lead < FIRST_LEAD) continue;
      if (lead < MIXED_LEAD || (lead === MIXED_LEAD && (all[i + 1] as number) < FIRST_IDEOGRAPH)) letters++;
      else ideographs += lead < FIRST_LEAD_OF_FOUR ? 1 : 2;
    }
  }
  return letters * foreign + ideographs * ideograph;
}
