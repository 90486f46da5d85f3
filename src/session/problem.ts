// Something wrong in the data: returned beside a result with its place, never thrown.
import type { Place } from '../log/line.ts';

/** How grave a problem is, by its consequence. */
export type Severity = 'error' | 'warning' | 'note';

/** Something wrong in the data, with rule, severity and place. */
export interface Problem {
  /** The rule of docs/format.md that the data breaks, such as `G6`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly place: Place;
  readonly message: string;
}
