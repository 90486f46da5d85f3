// Pairs tool uses with their results over one file [T1], keeping the ids themselves only while one half is missing.
import { IdTable } from '../base/id-table.ts';
import { NumberList } from './number-list.ts';

export interface ToolCallSurvey {
  /** Distinct ids of `tool_use` blocks in assistant entries. */
  readonly uses: number;
  /** Distinct ids of `tool_result` blocks in user entries. */
  readonly results: number;
  /** Ids with both, in whatever order they stand. */
  readonly paired: number;
  /** Ids with a use and no result in the file, by first occurrence. */
  readonly orphanUses: readonly string[];
  readonly orphanResults: readonly string[];
}

const USE = 1;
const RESULT = 2;

export class ToolTally {
  readonly #ids: IdTable = new IdTable();
  readonly #states: NumberList = new NumberList('uint8');
  readonly #waiting: Readonly<Record<typeof USE | typeof RESULT, Map<number, string>>> = {
    [USE]: new Map(),
    [RESULT]: new Map(),
  };
  #uses = 0;
  #results = 0;
  #paired = 0;

  addUse(id: string): void {
    if (this.#add(id, USE, RESULT)) this.#uses++;
  }

  addResult(id: string): void {
    if (this.#add(id, RESULT, USE)) this.#results++;
  }

  finish(): ToolCallSurvey {
    return {
      uses: this.#uses,
      results: this.#results,
      paired: this.#paired,
      orphanUses: [...this.#waiting[USE].values()],
      orphanResults: [...this.#waiting[RESULT].values()],
    };
  }

  /** False if this half was seen before: re-logged results and repeated lines count once. */
  #add(id: string, half: typeof USE | typeof RESULT, other: typeof USE | typeof RESULT): boolean {
    const number = this.#ids.add(id);
    if (number === this.#states.length) this.#states.push(0);
    const state = this.#states.at(number);
    if (state & half) return false;
    this.#states.set(number, state | half);
    if (state & other) {
      this.#waiting[other].delete(number);
      this.#paired++;
    } else this.#waiting[half].set(number, id);
    return true;
  }
}
