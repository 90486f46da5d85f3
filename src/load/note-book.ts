// Notes and labels that a person leaves on turns, kept in clew's own data folder: one file for each session, never in the session.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import { isObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { isVanished, readRefusal } from '../disk/system-error.ts';
import { withLock } from '../disk/with-lock.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import type { Note } from '../session/note.ts';

/** `key` names the session's file among those of the same id. */
export interface KeptNote extends Note {
  readonly key: string;
}

/** A note to leave on a turn. */
export interface NoteInput {
  readonly turn: number;
  readonly uuid?: string;
  readonly note: string;
  readonly labels?: readonly string[];
}

const MOST_NOTES = 2000;
const FILE = /^[0-9a-z-]{4,64}\.json$/i;

/** The notes in clew’s data folder: read, put, remove. */
export class NoteBook {
  readonly #folder: string;
  readonly #now: () => number;
  /** Changes wait for each other: each writes the whole file. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, now: () => number) {
    this.#folder = join(dataDir, 'annotations');
    this.#now = now;
  }

  async read(sessionId: string): Promise<readonly KeptNote[]> {
    // A file that is not named by an id has no notes, and can get none.
    if (!FILE.test(`${sessionId}.json`)) return [];
    const text = await readFile(this.#file(sessionId), 'utf8').catch((error: unknown) => {
      if (isVanished(error)) return undefined;
      throw readRefusal(this.#file(sessionId), error);
    });
    if (text === undefined) return [];
    const notes = parseNotes(text);
    if (notes) return notes;
    // Never written over: a later version may have made it.
    throw new Refusal(
      'bad-annotations',
      'The notes on this session cannot be read.',
      `See ${this.#file(sessionId)}.`,
    );
  }

  /** The sessions that have notes; files that cannot be read are left out. */
  async sessions(): Promise<readonly { readonly sessionId: string; readonly notes: readonly KeptNote[] }[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    const all = await Promise.all(
      names
        .filter((name) => FILE.test(name))
        .map(async (name) => {
          const sessionId = name.slice(0, -5);
          return { sessionId, notes: await this.read(sessionId).catch(() => []) };
        }),
    );
    return all.filter(({ notes }) => notes.length > 0);
  }

  async all(): Promise<readonly KeptNote[]> {
    return (await this.sessions()).flatMap(({ notes }) => notes);
  }

  put(sessionId: string, key: string, id: string, input: NoteInput): Promise<KeptNote> {
    return this.#inTurn(sessionId, async () => {
      const known = await this.read(sessionId);
      const before = known.find((one) => one.id === id);
      if (!before && known.length >= MOST_NOTES) {
        throw new Refusal('too-many-notes', `A session holds at most ${MOST_NOTES} notes.`);
      }
      const now = this.#now();
      const { uuid, turn, note, labels = [] } = input;
      const kept: KeptNote = {
        id,
        key,
        turn,
        note,
        labels,
        created: before?.created ?? now,
        changed: now,
        ...(uuid === undefined ? {} : { uuid }),
      };
      await this.#write(sessionId, [...known.filter((one) => one.id !== id), kept]);
      return kept;
    });
  }

  remove(sessionId: string, id: string): Promise<void> {
    return this.#inTurn(sessionId, async () => {
      const known = await this.read(sessionId);
      const left = known.filter((one) => one.id !== id);
      if (left.length === known.length) throw new Refusal('no-such-note', 'There is no such note.');
      await this.#write(sessionId, left);
    });
  }

  // Other processes wait, too: a server and a command line may leave notes at the same time.
  #inTurn<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => withLock(this.#file(sessionId), work));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #write(sessionId: string, annotations: readonly KeptNote[]): Promise<void> {
    const file = this.#file(sessionId);
    const text = `${JSON.stringify({ version: 1, sessionId, annotations }, null, 2)}\n`;
    await writeFileAtomically(file, [encodeUtf8(text)], { replace: true });
  }

  #file(sessionId: string): string {
    if (!FILE.test(`${sessionId}.json`)) {
      throw new Refusal('bad-key', 'Notes can only be left on sessions whose file is named by an id.');
    }
    return join(this.#folder, `${sessionId}.json`);
  }
}

/** Undefined for what this version did not write. */
function parseNotes(text: string): readonly KeptNote[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || value.version !== 1 || !Array.isArray(value.annotations)) return undefined;
    return value.annotations.every(isNote) ? value.annotations : undefined;
  } catch {
    return undefined;
  }
}

function isNote(value: unknown): value is KeptNote {
  if (!isObject(value)) return false;
  const { id, key, uuid, turn, note, labels, created, changed } = value;
  return (
    [id, key, note].every((one) => typeof one === 'string') &&
    (uuid === undefined || typeof uuid === 'string') &&
    [turn, created, changed].every((one) => typeof one === 'number') &&
    Array.isArray(labels) &&
    labels.every((label) => typeof label === 'string')
  );
}
