// Where the entries of a stretch stand along their branch, by uuid; most ledgers never ask.
import { uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';

export class EntryPlaces {
  readonly #uuids: readonly (string | undefined)[];
  readonly #from: number;
  #places: ReadonlyMap<string | undefined, number> | undefined;

  constructor(entries: readonly Entry[] = [], from: number = 0) {
    // Not the entries themselves, which would be held as long as this.
    this.#uuids = entries.map(uuidOf);
    this.#from = from;
  }

  get(uuid: string): number | undefined {
    this.#places ??= new Map(this.#uuids.map((one, i) => [one, this.#from + i]));
    return this.#places.get(uuid);
  }
}
