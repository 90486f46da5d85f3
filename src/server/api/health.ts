// What is wrong with a session, what each client makes of it, and what mending would change.
import type { Severity } from '../../session/problem.ts';
import type { CutAnswer } from './cut.ts';
import type { Coverage } from './figures.ts';

export interface HealthAnswer {
  readonly ok: boolean;
  readonly resume: Coverage;
  readonly counts: { readonly errors: number; readonly warnings: number; readonly notes: number };
  /** At most 2,000; `counts` tells of all. */
  readonly problems: readonly HealthProblem[];
  /** Rules that found nothing, by id, with what holds in words. */
  readonly passed: readonly { readonly rule: string; readonly sentence: string }[];
  readonly inPlaceCommand: string;
}

/** What takes longer to work out than the problems. */
export interface HealthMoreAnswer {
  readonly clients: readonly ClientLoad[];
  /** Lines that mending would change: what is wrong there can be mended. */
  readonly mendedLines: readonly number[];
  /** After mending, with the newest client; absent where there is nothing to mend. */
  readonly mended?: Coverage;
  /** Messages along the file for the drawn thread: at most 60 stretches. */
  readonly stretches: readonly {
    readonly from: number;
    readonly to: number;
    readonly messages: number;
    readonly loaded: number;
  }[];
  /** The last compaction of the active branch, and the messages before it that its summary stands for. */
  readonly compacted?: { readonly line: number; readonly messages: number };
}

/** What a client loads of a session, and what it does then. */
export interface ClientLoad extends Coverage {
  readonly client: string;
  readonly then: string;
}

export interface HealthProblem {
  readonly rule: string;
  /** The rule of docs/format.md. */
  readonly formatRule?: string;
  readonly severity: Severity;
  /** 0 where the file as a whole is meant. */
  readonly line: number;
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
  readonly mendable: boolean;
  /** Where the line is on the active branch. */
  readonly turn?: number;
}

export interface RepairInput {
  /** Shows every change and writes nothing. */
  readonly dryRun: boolean;
  /** Otherwise a clone is made. In place keeps a backup, and is refused for a session that may be open. */
  readonly inPlace?: boolean;
  readonly title?: string;
}

export interface RepairAnswer {
  readonly dryRun: boolean;
  readonly inPlace: boolean;
  readonly mended: readonly { readonly kind: string; readonly line?: number; readonly sentence: string }[];
  readonly changes: Readonly<Record<string, number>>;
  readonly before: Coverage;
  readonly after: Coverage;
  readonly clone?: CutAnswer;
  readonly backup?: string;
}

export interface ClientsAnswer {
  readonly clients: readonly ClientLoad[];
}
