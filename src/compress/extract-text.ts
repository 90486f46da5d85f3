// Shortens a text without a model: picks the segments that say most (first and last words, decisions, errors, names that
// later turns speak of again) until the target is reached, and lists the names that found no place.
import { Heap } from '../base/heap.ts';
import { textStart } from '../base/text-start.ts';
import { estimateText, type Tokenizer } from '../context/tokens/estimate-text.ts';
import { findTerms } from '../transform/compress-terms.ts';
import { type Segment, splitSegments } from './split-segments.ts';

export interface ExtractOptions {
  /** What shall be left, in tokens. */
  readonly target: number;
  readonly wanted: readonly string[];
  readonly tokenizer: Tokenizer;
}

/** The part of the target that names without a sentence may take. */
const NAMES_SHARE = 0.4;

export function extractText(text: string, { target, wanted, tokenizer }: ExtractOptions): string {
  const size = (part: string) => estimateText(part, tokenizer);
  const candidates = splitSegments(text).map((segment, _, all) => judge(segment, all.length, size, wanted));
  const covered = new Set<string>();
  const chosen: Candidate[] = [];
  // The first round leaves room for names; what they do not need is filled in the second.
  let left = target * (wanted.length > 0 ? 1 - NAMES_SHARE : 1);
  left = choose(candidates, left, covered, chosen);
  const names = chooseNames(wanted, covered, left + (wanted.length > 0 ? target * NAMES_SHARE : 0), size);
  left += (wanted.length > 0 ? target * NAMES_SHARE : 0) - (names === '' ? 0 : size(names) + 1);
  left = choose(candidates, left, covered, chosen);
  if (left > target * MUCH_LEFT) chosen.push(...cutToFit(candidates, chosen, left, size));
  const picked = joinInOrder(chosen);
  if (picked === '' && names === '') return firstWords(text, target, size);
  return [picked, names].filter((part) => part !== '').join('\n');
}

/** So much room is worth the beginning of a sentence. */
const MUCH_LEFT = 0.3;

interface Candidate {
  readonly segment: Segment;
  readonly tokens: number;
  /** What it is worth by itself, without its names. */
  readonly worth: number;
  readonly wanted: readonly string[];
  /** Names that nobody speaks of later; worth a little. */
  readonly others: number;
}

const DECISION =
  /\b(?:because|decid|instead|so that|therefore|root cause|turns? out|fix(?:ed|es)?|solv|chang(?:ed|es)|add(?:ed|s)|remov(?:ed|es)|renam|must|should|need(?:s|ed)?|never|always|important|note|warning|todo|next|open|remaining|done|pass(?:ed|es)?|fail|error|exception|cannot|can't|doesn't|broken|bug|cause|already in use|not found|denied|refused|invalid|unknown|missing|undefined|time(?:d )?out|has been (?:updated|created))/i;
const FILLER =
  /^(?:(?:assistant: )?(?:let me|i'll|i will|now (?:let|i)|great|perfect|sure|okay|ok[,.! ]|excellent|good[,.! ]|thanks|you're right|i can see|here(?:'s| is| are)))/i;
/** What tells the shape of a file. */
const DECLARATION =
  /\b(?:func|function|class|interface|type|def|struct|enum|export|impl|fn|module|package|trait)\s+[\w(*]/;
// A heading or a label without what it is about, a step of a stack trace.
const LABEL = /^\s*(?:#{1,6} [^.]*|[^.]{0,60}:|\*\*[^*]*\*\*:?|at .*|description: .*|replace_all: .*)$/;

// The rest of a sentence that began on another line, a line that every file has.
const TAIL =
  /^\s*(?:\d+[\t→:-]\s*)?(?:[a-z][\w ,'-]*[.,;]|(?:return|break|continue|import|const|var|if|else|try|end)\b[^.]{0,24})$/;

function judge(
  segment: Segment,
  count: number,
  size: (text: string) => number,
  wanted: readonly string[],
): Candidate {
  const { text, at } = segment;
  // The last line of a file is no last word.
  const ends = at === 0 ? 4 : at === count - 1 && !/^\s*\d+[\t→:-]|^\s{2}/.test(text) ? 3 : at === 1 ? 1 : 0;
  const worth =
    0.5 +
    ends +
    (DECISION.test(text) ? 1.6 : 0) +
    (DECLARATION.test(text) ? 1 : 0) +
    (text.startsWith('USER') ? 3 : text.startsWith('ASSISTANT') ? 1.5 : 0) -
    (FILLER.test(text.trim()) ? 1.5 : 0) -
    (LABEL.test(text) ? 1 : 0) -
    (TAIL.test(text) ? 1 : 0);
  const tokens = Math.max(1, size(text)) + 1;
  const held = wanted.filter((name) => text.includes(name));
  const others = Math.min(4, findTerms(text).length);
  return { segment, tokens, worth: Math.max(0, worth), wanted: held, others };
}

/** Rather less than the target than a line that says nothing. */
const LEAST_RATE = 0.005;

/** Takes the best by worth per token while they fit; returns what room is left. */
function choose(
  candidates: readonly Candidate[],
  room: number,
  covered: Set<string>,
  chosen: Candidate[],
): number {
  const taken = new Set(chosen);
  const seen = new Set(chosen.map(({ segment }) => segment.text.trim()));
  // The worth of a name falls to nothing once it is told: the queue is corrected when a candidate comes up.
  const rate = (one: Candidate) => {
    const fresh = one.wanted.reduce((sum, name) => (covered.has(name) ? sum : sum + 1.2), 0);
    // A few words more per segment, or the shortest ones would always win.
    return (one.worth + fresh + 0.15 * one.others) / (one.tokens + 10) ** 0.8;
  };
  const queue = new Heap<{ one: Candidate; rate: number }>((a, b) =>
    a.rate === b.rate ? a.one.segment.at < b.one.segment.at : a.rate > b.rate,
  );
  for (const one of candidates) if (!taken.has(one)) queue.push({ one, rate: rate(one) });
  let left = room;
  for (let top = queue.pop(); top && left > 3; top = queue.pop()) {
    const now = rate(top.one);
    if (now < top.rate - 1e-9) {
      queue.push({ one: top.one, rate: now });
      continue;
    }
    const text = top.one.segment.text.trim();
    if (top.one.tokens > left || seen.has(text) || now < LEAST_RATE) continue;
    seen.add(text);
    chosen.push(top.one);
    left -= top.one.tokens;
    for (const name of top.one.wanted) covered.add(name);
  }
  return left;
}

function chooseNames(
  wanted: readonly string[],
  covered: Set<string>,
  room: number,
  size: (text: string) => number,
): string {
  const names: string[] = [];
  let left = room - 3;
  for (const name of wanted) {
    // Inside a longer one that is told already, it is told too.
    if (covered.has(name) || names.some((other) => other.includes(name))) continue;
    const cost = size(name) + 1.3;
    if (cost > left) continue;
    left -= cost;
    names.push(name);
  }
  return names.length === 0 ? '' : `(${names.join(', ')})`;
}

function joinInOrder(chosen: readonly Candidate[]): string {
  const order = chosen.map(({ segment }) => segment).sort((a, b) => a.at - b.at);
  let text = '';
  for (const [i, segment] of order.entries()) {
    const before = order[i - 1];
    if (!before) text = segment.text.trim();
    else if (before.at + 1 === segment.at)
      text += `${segment.joint === '\n\n' ? '\n' : segment.joint}${segment.text.trimEnd()}`;
    else text += `\n${segment.text.trim()}`;
  }
  return text;
}

/** Fewer words, the mark behind them included, are no beginning of anything. */
const LEAST_WORDS = 5;

// Where no sentence fits, the beginning of the best one says more than nothing.
function cutToFit(
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
  room: number,
  size: (text: string) => number,
): Candidate[] {
  const rest = candidates.filter((one) => one.tokens > room && one.worth > 0 && !chosen.includes(one));
  const best = rest.reduce<Candidate | undefined>((a, b) => (a && a.worth >= b.worth ? a : b), undefined);
  if (!best) return [];
  const text = firstWords(best.segment.text, room - 1, size);
  if (text.split(' ').length < LEAST_WORDS) return [];
  return [{ ...best, segment: { ...best.segment, text } }];
}

// A text of one word, or a target below any sentence.
function firstWords(text: string, target: number, size: (text: string) => number): string {
  const words = text.trim().split(/\s+/).slice(0, 400);
  let kept = '';
  for (const word of words) {
    const next = kept === '' ? textStart(word, Math.max(0, Math.floor(target * 3))) : `${kept} ${word}`;
    if (kept !== '' && size(next) > target) break;
    kept = next;
  }
  return `${kept} …`;
}
