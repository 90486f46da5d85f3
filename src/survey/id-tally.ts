// Counts distinct ids, and those that stand on more than one line: assistant messages [M1], session ids [G10].
import { IdTable } from '../base/id-table.ts';
import { NumberList } from './number-list.ts';

export class IdTally {
  readonly #ids: IdTable = new IdTable();
  readonly #repeated: NumberList = new NumberList('uint8');
  #repeats = 0;

  get distinct(): number {
    return this.#ids.size;
  }

  get repeated(): number {
    return this.#repeats;
  }

  add(id: string): void {
    const number = this.#ids.add(id);
    if (number === this.#repeated.length) this.#repeated.push(0);
    else if (this.#repeated.at(number) === 0) {
      this.#repeated.set(number, 1);
      this.#repeats++;
    }
  }
}
