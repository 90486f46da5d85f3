// Takes out prompts and answers without a message: nothing is in them, and clients before the newest fail on them [R12].
import { isObject } from '../../base/json.ts';
import { dropLines } from './drop-lines.ts';
import type { MendChange, Mended, MendedLine } from './mended-line.ts';

export function mendSilent(lines: readonly MendedLine[]): Mended {
  const changes = lines.filter(isSilent).map(
    ({ line, value }): MendChange => ({
      kind: 'drop-silent',
      place: line?.place,
      message: `Line ${line?.place.line ?? '(new)'} is ${value?.type === 'user' ? 'a prompt' : 'an answer'} without a message, and was left out.`,
    }),
  );
  return { lines: dropLines(lines, isSilent), changes };
}

function isSilent({ value }: MendedLine): boolean {
  return (
    value !== undefined && (value.type === 'user' || value.type === 'assistant') && !isObject(value.message)
  );
}
