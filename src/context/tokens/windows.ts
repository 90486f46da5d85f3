// How many tokens a model's context window takes, as data: what is known, and what the log itself shows.

export interface WindowSize {
  readonly tokens: number;
  /** `named`: the model's name says so; `known`: by the table; `seen`: a logged context was larger than the table's. */
  readonly basis: 'named' | 'known' | 'seen';
}

const STANDARD = 200_000;
const LONG = 1_000_000;

interface WindowRule {
  readonly model: RegExp;
  readonly tokens: number;
}

// The first that fits counts. Evidence: X = the lab's resumes (resume R28: where the client compacts before it sends),
// C = contexts in the corpus, A = the API's documented size.
const WINDOWS: readonly WindowRule[] = [
  { model: /opus-4-7/, tokens: LONG }, // X: compacts by 990k, C: to 162k only
  { model: /opus-4-8/, tokens: LONG }, // X: compacts at 974k
  { model: /opus-5-5/, tokens: LONG }, // X: compacts by 990k
  { model: /fable-5/, tokens: LONG }, // C: 295k
  { model: /opus-4-6/, tokens: STANDARD }, // X: compacts at 164.5k to 174.6k; C: 414k in one session, so 1M can be had
  { model: /sonnet-4-6/, tokens: STANDARD }, // X: compacts between 170k and 190k
  { model: /(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:\b|-\d{8})/, tokens: STANDARD }, // A
  { model: /claude-3/, tokens: STANDARD }, // A
];

/** Undefined for models that nothing is known of. `largest` is the largest context logged with the model. */
export function windowOf(model: string, largest = 0): WindowSize | undefined {
  if (/\[1m\]/i.test(model)) return { tokens: LONG, basis: 'named' };
  const known = WINDOWS.find((rule) => rule.model.test(model));
  if (largest > (known?.tokens ?? STANDARD)) {
    return largest <= LONG ? { tokens: LONG, basis: 'seen' } : undefined;
  }
  return known && { tokens: known.tokens, basis: 'known' };
}
