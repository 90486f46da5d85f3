// The shape of a command: its words, flags and examples as data, and the function that does the work.
import type { CliContext } from './context.ts';

export interface FlagSpec {
  /** As commander writes it: `--turn <range>`, `-n, --most <number>`, `--full`. */
  readonly flags: string;
  readonly text: string;
  readonly default?: string | boolean;
  /** May be given several times; the value is then a list. */
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
  /** Flags by their long names that it does not go together with; it is enough that one of the two says so. */
  readonly against?: readonly string[];
  /** Flags of which one must be there, or this one would say nothing. */
  readonly onlyWith?: readonly string[];
}

export interface CommandSpec {
  readonly name: string;
  /** The positional part of the usage line, as commander writes it: `[selectors...]`. */
  readonly args?: string;
  readonly summary: string;
  readonly description?: string;
  readonly flags?: readonly FlagSpec[];
  /** Lines that can be pasted, with a word on each. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Returns the exit code: 0 done, 1 nothing matched or problems found. A refusal is thrown. */
  readonly run: (context: CliContext, input: CommandInput) => Promise<number>;
}

/** Values of the flags, by their camel-cased long names. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface CommandInput {
  readonly args: readonly string[];
  readonly flags: FlagValues;
  readonly homes: readonly string[];
  readonly json: boolean;
  readonly quiet: boolean;
}

export function textFlag(input: CommandInput, name: string): string | undefined {
  const value = input.flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function listFlag(input: CommandInput, name: string): readonly string[] {
  const value = input.flags[name];
  return Array.isArray(value) ? value : [];
}
