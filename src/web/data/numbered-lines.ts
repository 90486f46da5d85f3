// The text of a Read result: numbered lines as the client hands them to the model, and its notes around them.
import { stripReminders } from '../../session/strip-reminders.ts';

interface NumberedLines {
  readonly lines: readonly { readonly number: number | undefined; readonly text: string }[];
  /** What the client added that is no part of the file. */
  readonly note: string;
}

const NUMBERED = /^\s{0,12}(\d{1,9})(?:→|\t|:)(.*)$/s;

export function readNumberedLines(text: string): NumberedLines {
  const plain = stripReminders(text).trimEnd();
  const lines = plain === '' ? [] : plain.split('\n');
  const first = lines.findIndex((line) => NUMBERED.test(line));
  if (first < 0) return { lines: lines.map((line) => ({ number: undefined, text: line })), note: '' };
  const note = lines.slice(0, first).join(' ').trim();
  return {
    note,
    lines: lines.slice(first).map((line) => {
      const found = NUMBERED.exec(line);
      return found ? { number: Number(found[1]), text: found[2] ?? '' } : { number: undefined, text: line };
    }),
  };
}
