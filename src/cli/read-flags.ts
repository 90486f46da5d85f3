// Reads the flags that several commands have: numbers, times, the catalog.
import { Refusal } from '../base/refusal.ts';
import { textStart } from '../base/text-start.ts';
import { type CommandInput, type FlagSpec, textFlag } from './command.ts';
import type { CliContext } from './context.ts';
import { parseTime } from './format-time.ts';

export const NO_CATALOG_FLAG: FlagSpec = {
  flags: '--no-catalog',
  text: 'read the session files alone: nothing is kept, everything takes longer',
};

/** Whether the person wants it: `--no-catalog` was not given. */
export function wantsCatalog(input: CommandInput): boolean {
  return input.flags.catalog !== false;
}

/** A whole number; undefined where the flag was not given. */
export function readCount(input: CommandInput, name: string): number | undefined {
  const text = textFlag(input, name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new Refusal(
    'bad-number',
    `“${textStart(text, 40)}” is not a number.`,
    `Give ${flag} a whole number.`,
  );
}

/** `--title`: a name for the copy; undefined where none was given. */
export function readTitle(input: CommandInput): string | undefined {
  const title = textFlag(input, 'title');
  if (title === undefined || title.trim() !== '') return title;
  throw new Refusal('no-title', 'The title is empty.', 'Leave --title out to keep that of the source.');
}

/** What stands between commas. */
export function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** `--most`: a whole number from 1 on. */
export function readMost(input: CommandInput): number | undefined {
  const most = readCount(input, 'most');
  if (most !== 0) return most;
  throw new Refusal('bad-number', 'No more than 0 is nothing.', 'Give --most a whole number from 1 on.');
}

/** The file that `--output` names; undefined for the standard output, which `-` is, too. */
export function readOutput(input: CommandInput): string | undefined {
  const output = textFlag(input, 'output');
  return output === '-' ? undefined : output;
}

/** `--since` and `--until` in milliseconds; a date means the whole of its day. */
export function readSpan(
  context: CliContext,
  input: CommandInput,
): { readonly since: number | undefined; readonly until: number | undefined } {
  const now = context.now().getTime();
  const [since, until] = [textFlag(input, 'since'), textFlag(input, 'until')];
  return {
    since: since === undefined ? undefined : parseTime(since, '--since', now),
    until: until === undefined ? undefined : parseTime(until, '--until', now, true),
  };
}
