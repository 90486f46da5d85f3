// The heights of a long list's items, kept as sums: where an item begins, and which one stands at a place, are found in a few
// steps, and a height changes in a few steps, however long the list is.

export class Heights {
  readonly count: number;
  readonly #sizes: Float64Array;
  /** A Fenwick tree: the number at `i` is the sum of as many items before `i` as its lowest set bit says. */
  readonly #sums: Float64Array;

  constructor(count: number, sizeOf: (index: number) => number) {
    this.count = count;
    this.#sizes = new Float64Array(count);
    this.#sums = new Float64Array(count + 1);
    for (let i = 1; i <= count; i++) {
      const size = sizeOf(i - 1);
      this.#sizes[i - 1] = size;
      const sum = this.#sum(i) + size;
      this.#sums[i] = sum;
      const wider = i + lowestBit(i);
      if (wider <= count) this.#sums[wider] = this.#sum(wider) + sum;
    }
  }

  get total(): number {
    return this.startOf(this.count);
  }

  sizeOf(index: number): number {
    return this.#sizes[index] ?? 0;
  }

  /** Where an item begins, from the beginning of the list. */
  startOf(index: number): number {
    let start = 0;
    for (let i = index; i > 0; i -= lowestBit(i)) start += this.#sum(i);
    return start;
  }

  resize(index: number, size: number): void {
    const more = size - this.sizeOf(index);
    this.#sizes[index] = size;
    for (let i = index + 1; i <= this.count; i += lowestBit(i)) this.#sums[i] = this.#sum(i) + more;
  }

  /** The first item that ends beyond a place; the last one where none does. */
  indexAt(offset: number): number {
    let [before, left] = [0, offset];
    for (let step = highestBit(this.count); step > 0; step >>= 1) {
      const next = before + step;
      if (next > this.count || this.#sum(next) > left) continue;
      before = next;
      left -= this.#sum(next);
    }
    return Math.max(0, Math.min(before, this.count - 1));
  }

  #sum(i: number): number {
    return this.#sums[i] as number;
  }
}

function lowestBit(i: number): number {
  return i & -i;
}

function highestBit(count: number): number {
  return count === 0 ? 0 : 1 << (31 - Math.clz32(count));
}
