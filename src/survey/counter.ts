// Counts how often each value occurs, within bounds: a hostile file may hold millions of different ones.

export type Counts = Readonly<Record<string, number>>;

const MAX_KEYS = 10_000;
const MAX_KEY_LENGTH = 200;

/** Where values are counted once there are too many different ones to keep. */
const OTHER = '(other)';

export class Counter {
  readonly #counts: Map<string, number> = new Map();

  add(value: string, times = 1): void {
    const known = this.#counts.get(value);
    if (known !== undefined) this.#counts.set(value, known + times);
    else this.#addNew(value, times);
  }

  addAll(counts: Counts): void {
    for (const [value, times] of Object.entries(counts)) this.add(value, times);
  }

  /** The most frequent first; equals by name, so that the order does not depend on the order of files. */
  toCounts(): Counts {
    return Object.fromEntries([...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  }

  #addNew(value: string, times: number): void {
    let key = value.length > MAX_KEY_LENGTH ? `${value.slice(0, MAX_KEY_LENGTH)}…` : value;
    if (this.#counts.size >= MAX_KEYS && !this.#counts.has(key)) key = OTHER;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + times);
  }
}

export function sumCounts(counts: Counts): number {
  let sum = 0;
  for (const count of Object.values(counts)) sum += count;
  return sum;
}
