// What `check` found in each session, remembered for the state of its files in which it was checked.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import type { HealthAnswer } from './api.ts';

export type HealthCounts = HealthAnswer['counts'];

interface Checked extends HealthCounts {
  /** Sizes and times of the session's files. */
  readonly state: string;
}

/** Rises with the rules: what was checked by others has to be checked again. */
const RULES = 2;
const SAVE_MS = 2000;

export class HealthBook {
  readonly #file: string;
  readonly #checked: Map<string, Checked>;
  #saving: NodeJS.Timeout | undefined;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'health.json');
    this.#checked = readBook(this.#file);
  }

  /** Undefined where the session was not checked as it is now. */
  of(session: SessionFile): HealthCounts | undefined {
    const known = this.#checked.get(session.file);
    return known?.state === stateOf(session) ? known : undefined;
  }

  put(session: SessionFile, { errors, warnings, notes }: HealthCounts): void {
    this.#checked.set(session.file, { state: stateOf(session), errors, warnings, notes });
    this.#saving ??= setTimeout(() => void this.save(), SAVE_MS).unref();
  }

  /** Lets go of sessions that are gone. */
  keepOnly(files: ReadonlySet<string>): void {
    for (const file of this.#checked.keys()) if (!files.has(file)) this.#checked.delete(file);
  }

  /** A book that cannot be written is made anew the next time. */
  async save(): Promise<void> {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    const text = JSON.stringify({ rules: RULES, checked: Object.fromEntries(this.#checked) });
    await makeFolder(dirname(this.#file))
      .then(() => writeFileAtomically(this.#file, [encodeUtf8(text)], { replace: true }))
      .catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.#saving) await this.save();
  }
}

function readBook(file: string): Map<string, Checked> {
  try {
    const book = JSON.parse(readFileSync(file, 'utf8')) as {
      rules: number;
      checked: Record<string, Checked>;
    };
    return new Map(book.rules === RULES ? Object.entries(book.checked) : []);
  } catch {
    return new Map();
  }
}

function stateOf({ bytes, modified, agents }: SessionFile): string {
  const last = agents.reduce((latest, agent) => Math.max(latest, agent.modified), 0);
  const all = agents.reduce((sum, agent) => sum + agent.bytes, 0);
  return `${bytes} ${Math.round(modified)} ${agents.length} ${all} ${Math.round(last)}`;
}
