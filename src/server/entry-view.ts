// A line of a session file as it is, for whoever wants to see what is really there.
import { basename } from 'node:path';
import { stringField } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { readPlace } from '../disk/read-file.ts';
import { timeOf } from '../log/fields.ts';
import { lineText } from '../log/parse-line.ts';
import type { RawEntryAnswer } from './api.ts';
import { turnFinder } from './head-view.ts';
import type { ThreadView } from './model/session-model.ts';

const MOST_BYTES = 256 * 1024;

export async function viewEntry(view: ThreadView, number: number): Promise<RawEntryAnswer> {
  const { lines, file } = view.file;
  const line = lines[number - 1];
  if (!line) throw new Refusal('no-such-line', `There is no line ${number}: the file has ${lines.length}.`);
  const { place } = line;
  const length = Math.min(place.length, MOST_BYTES);
  const raw = await readPlace(file, { ...place, length });
  const text = lineText({ raw: length < place.length ? wholeCharacters(raw) : raw, place });
  const value = line.kind === 'entry' ? line.value : undefined;
  const time = line.kind === 'entry' ? timeOf(line) : undefined;
  const row = view.web.indexOfLine(number);
  const turn = turnFinder(view)(number);
  const field = (name: string, key = name) => {
    const found = stringField(value, key);
    return found === undefined ? {} : { [name]: found };
  };
  return {
    place,
    file: basename(file),
    lines: lines.length,
    readable: line.kind === 'entry',
    text,
    cut: length < place.length,
    replaced: text.includes('\ufffd'),
    ...(line.kind === 'unreadable' ? { reason: line.reason } : {}),
    ...field('uuid'),
    ...field('parentUuid'),
    ...field('type'),
    ...field('version'),
    ...(time === undefined ? {} : { time }),
    ...(row === undefined ? {} : { row }),
    ...(turn === undefined ? {} : { turn }),
  };
}

/** Without the beginning of a character whose rest was cut off. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const first = bytes[start] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? bytes.subarray(0, start) : bytes;
}
