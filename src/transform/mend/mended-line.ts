// A line of a session that is being mended: as it was, changed, or new; and the list of what was done to it.
import { encodeUtf8 } from '../../base/bytes.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Entry, Line, Place } from '../../log/line.ts';
import { entryText } from '../../log/write-line.ts';

export interface MendedLine {
  /** The line it came from; undefined for one that clew adds. */
  readonly line: Line | undefined;
  /** What it says now; undefined for lines that are no entry and stay as they are. */
  readonly value: JsonObject | undefined;
}

export interface MendChange {
  /** What was done, as a word for programs. */
  readonly kind: string;
  readonly place: Place | undefined;
  /** The same for people. */
  readonly message: string;
}

export interface Mended {
  readonly lines: readonly MendedLine[];
  readonly changes: readonly MendChange[];
}

/** One step of mending: sees the lines as the steps before it left them. */
export type Mend = (lines: readonly MendedLine[]) => Mended;

export function startMending(lines: readonly Line[]): MendedLine[] {
  return lines.map((line) => ({ line, value: line.kind === 'entry' ? line.value : undefined }));
}

/** The bytes of a mended file: untouched lines as they were, and a newline at the end of each [L1]. */
export function* mendedBytes(lines: readonly MendedLine[]): Generator<Uint8Array> {
  for (const mended of lines) {
    yield lineBytes(mended);
    yield encodeUtf8('\n');
  }
}

function lineBytes({ line, value }: MendedLine): Uint8Array {
  if (!line) return encodeUtf8(JSON.stringify(value));
  if (line.kind !== 'entry' || value === undefined || value === line.value) return line.raw;
  return encodeUtf8(entryText(line, value).trimEnd());
}

/** The fields of an entry of the user's that clew adds beside `value`: all that is not about what that one says. */
export function madeFrom(value: JsonObject, uuid: string, parentUuid: Json): JsonObject {
  const { message: _, requestId: __, ...envelope } = value;
  return { ...envelope, parentUuid, type: 'user', uuid };
}

/** The entries among the lines, with their present values, for functions that read entries. */
export function presentEntries(
  lines: readonly MendedLine[],
): { readonly entry: Entry; readonly at: number }[] {
  return lines.flatMap(({ line, value }, at) => {
    if (value === undefined) return [];
    if (line?.kind === 'entry') return [{ entry: value === line.value ? line : { ...line, value }, at }];
    const place = line?.place ?? { line: 0, offset: 0, length: 0 };
    return [
      { entry: { kind: 'entry', place, raw: new Uint8Array(0), terminated: true, value } as const, at },
    ];
  });
}
