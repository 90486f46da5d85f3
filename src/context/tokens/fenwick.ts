// Running sums over a list whose numbers change: finds in logarithmic time which element a total falls into.

export class Fenwick {
  readonly #sums: number[];

  constructor(size: number) {
    this.#sums = new Array(size + 1).fill(0);
  }

  add(index: number, amount: number): void {
    const sums = this.#sums;
    for (let at = index + 1; at < sums.length; at += at & -at) sums[at] = (sums[at] as number) + amount;
  }

  /** The first element at which the running sum goes beyond `amount`; undefined where it never does. */
  find(amount: number): number | undefined {
    const size = this.#sums.length - 1;
    let step = 1;
    while (step * 2 <= size) step *= 2;
    let at = 0;
    let left = amount;
    for (; step > 0; step = step >> 1) {
      const sum = this.#sums[at + step];
      if (sum !== undefined && sum <= left) {
        at += step;
        left -= sum;
      }
    }
    return at < size ? at : undefined;
  }
}
