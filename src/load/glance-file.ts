// Looks at the two ends of a session file: whose project it is, when it began and when it was last written to.
import { stringField } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { readLogFile } from '../disk/read-file.ts';
import { hasTime, readLastTime } from '../disk/select-latest.ts';
import { slugOf } from '../disk/slug.ts';
import { timeOf } from '../log/fields.ts';
import type { Line } from '../log/line.ts';

export interface Glance {
  /** The working directory that the entries name [F1]; undefined where none of the first lines does. */
  readonly project: string | undefined;
  /** Times of the first and the last line that has one, in milliseconds. */
  readonly created: number | undefined;
  readonly modified: number | undefined;
}

const HEAD_CHUNK = 1 << 15;
/** Enough for the snapshots and titles that may stand before the first linked entry. */
const HEAD_LINES = 100;

/** Reads no more than it must. A file that vanished or is closed to us has nothing to tell. */
export async function glanceFile(file: {
  readonly file: string;
  readonly bytes: number;
  readonly project: string;
}): Promise<Glance> {
  try {
    const head = new Head();
    for await (const line of readLogFile(file.file, { chunkBytes: HEAD_CHUNK })) if (head.add(line)) break;
    const modified = (await readLastTime(file.file, file.bytes)) ?? head.created;
    return { project: head.project(file.project), created: head.created, modified };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { project: undefined, created: undefined, modified: undefined };
  }
}

/** The same of lines that were read anyway. */
export function glanceLines(lines: readonly Line[], slug: string): Glance {
  const head = new Head();
  for (const line of lines) if (head.add(line)) break;
  const last = lines.findLast(hasTime);
  return {
    project: head.project(slug),
    created: head.created,
    modified: (last && timeOf(last)) ?? head.created,
  };
}

class Head {
  created: number | undefined;
  readonly #cwds: string[] = [];
  #lines = 0;

  /** True when no further line is needed. */
  add(line: Line): boolean {
    if (line.kind === 'entry') {
      this.created ??= timeOf(line);
      const cwd = stringField(line.value, 'cwd');
      if (cwd) this.#cwds.push(cwd);
    }
    return ++this.#lines === HEAD_LINES || (this.#cwds.length > 0 && this.created !== undefined);
  }

  // A session may move to another folder: the one that gave the project folder its name is the project.
  project(slug: string): string | undefined {
    return this.#cwds.find((cwd) => slugOf(cwd) === slug) ?? this.#cwds[0];
  }
}
