// A problem of a session with its remedy, and the rule that finds it, as data.
import type { Place } from '../log/line.ts';
import type { Severity } from '../session/problem.ts';
import type { CheckedSession } from './checked-session.ts';

/** Something wrong with a session, where it is, and what helps. */
export interface Finding {
  /** The id of the rule that found it. */
  readonly rule: string;
  /** By consequence: an error makes a resume fail, be refused by the API or lose conversation. */
  readonly severity: Severity;
  /** Counted from 1; 0 where the finding is about the file as a whole. */
  readonly line: number;
  readonly offset: number;
  readonly message: string;
  /** A short sentence: the command that helps, or what to do by hand. */
  readonly remedy: string;
}

/** What a rule reports; the rule's name and usual severity are added to it. */
export interface Found {
  /** Left out where the file as a whole is meant. */
  readonly at?: { readonly place: Place } | undefined;
  readonly message: string;
  readonly remedy: string;
  /** Where it differs from the rule's own. */
  readonly severity?: Severity;
}

export interface CheckRule {
  readonly id: string;
  /** The rule of docs/format.md behind it. */
  readonly formatRule: string;
  /** The usual severity; a finding may have another one, by its consequence. */
  readonly severity: Severity;
  readonly find: (checked: CheckedSession) => readonly Found[];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** Whether a severity is at least as grave as another. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return RANK[severity] <= RANK[least];
}

/** The gravest first, then by place. */
export function compareFindings(a: Finding, b: Finding): number {
  return RANK[a.severity] - RANK[b.severity] || a.line - b.line || a.offset - b.offset;
}
