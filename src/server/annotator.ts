// Notes and labels that a person leaves on turns, kept in clew's own data folder: one file for each session.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { encodeUtf8 } from '../base/bytes.ts';
import { Refusal } from '../base/refusal.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import type { Annotation, AnnotationInput } from './api.ts';

const RECORD = z.object({
  version: z.literal(1),
  sessionId: z.string(),
  annotations: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      uuid: z.string().exactOptional(),
      turn: z.number(),
      note: z.string(),
      labels: z.array(z.string()),
      created: z.number(),
      changed: z.number(),
    }),
  ),
});

const MOST_NOTES = 2000;
const FILE = /^[0-9a-z-]{4,64}\.json$/i;

export class Annotator {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(dataDir: string, now: () => number) {
    this.#folder = join(dataDir, 'annotations');
    this.#now = now;
  }

  async read(sessionId: string): Promise<readonly Annotation[]> {
    const text = await readFile(this.#file(sessionId), 'utf8').catch(() => undefined);
    if (text === undefined) return [];
    try {
      return RECORD.parse(JSON.parse(text)).annotations;
    } catch {
      // Never written over: a later version may have made it.
      throw new Refusal(
        'bad-annotations',
        'The notes on this session cannot be read.',
        `See ${this.#file(sessionId)}.`,
      );
    }
  }

  /** Of all sessions; files that cannot be read are left out. */
  async all(): Promise<readonly Annotation[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    const lists = await Promise.all(
      names.filter((name) => FILE.test(name)).map((name) => this.read(name.slice(0, -5)).catch(() => [])),
    );
    return lists.flat();
  }

  async put(sessionId: string, key: string, id: string, input: AnnotationInput): Promise<Annotation> {
    const known = await this.read(sessionId);
    const before = known.find((one) => one.id === id);
    if (!before && known.length >= MOST_NOTES) {
      throw new Refusal('too-many-notes', `A session holds at most ${MOST_NOTES} notes.`);
    }
    const now = this.#now();
    const { uuid, turn, note, labels = [] } = input;
    const annotation: Annotation = {
      id,
      key,
      turn,
      note,
      labels,
      created: before?.created ?? now,
      changed: now,
      ...(uuid === undefined ? {} : { uuid }),
    };
    await this.#write(sessionId, [...known.filter((one) => one.id !== id), annotation]);
    return annotation;
  }

  async remove(sessionId: string, id: string): Promise<void> {
    const known = await this.read(sessionId);
    if (!known.some((one) => one.id === id)) throw new Refusal('no-such-note', 'There is no such note.');
    await this.#write(
      sessionId,
      known.filter((one) => one.id !== id),
    );
  }

  async #write(sessionId: string, annotations: readonly Annotation[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ version: 1, sessionId, annotations }, null, 2)}\n`;
    await writeFileAtomically(this.#file(sessionId), [encodeUtf8(text)], { replace: true });
  }

  #file(sessionId: string): string {
    if (!FILE.test(`${sessionId}.json`)) {
      throw new Refusal('bad-key', 'Notes can only be left on sessions whose file is named by an id.');
    }
    return join(this.#folder, `${sessionId}.json`);
  }
}
