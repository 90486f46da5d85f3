// Works out ahead what is asked of a very long session that was opened, while nobody waits for anything else, and keeps it.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import type { Analyst } from './analyst.ts';
import type { AnswerBook } from './answer-book.ts';
import type { Question } from './questions.ts';
import { type Reader, untilQuiet } from './readers.ts';
import { type Snapshots, writeSnapshot } from './snapshots.ts';

/** Answers of the model that are kept as well: with them a session that was opened before shows all of its pages at once. */
export const KEPT: ReadonlySet<Question> = new Set([
  'head',
  'turns',
  'context',
  'forecast',
  'timeline',
  'graph',
]);

/**
 * What checks a session reads it by itself: it comes when the one that was read for the others is let go, because two of
 * them are too much to be held.
 */
const ANALYSED: readonly (readonly Analysis[])[] = [
  ['cutOverview', 'files', 'healthMore', 'work'],
  ['health'],
];

export interface LookAheadParts {
  readonly analyst: Analyst;
  readonly answers: AnswerBook;
  readonly snapshots: Snapshots;
}

export class LookAhead {
  readonly #parts: LookAheadParts;
  #stopped = false;

  constructor(parts: LookAheadParts) {
    this.#parts = parts;
  }

  /** `reader` holds the session. Its own answers come last: until then the analyst has let the whole texts go. */
  async run(
    session: StoredSession,
    reader: Pick<Reader, 'process' | 'asked'>,
    fingerprint: string,
  ): Promise<void> {
    const { process } = reader;
    await this.#analyse(session, process);
    const { snapshots } = this.#parts;
    const { file } = session.session;
    for (const question of KEPT) {
      await untilQuiet(reader);
      if (this.#stopped || process.gone) return;
      const json = await process.ask(session, question, { once: true }).catch(() => undefined);
      if (json === undefined) continue;
      const path = snapshots.pathOf(file, question);
      await writeSnapshot(path, { fingerprint, file }, json).catch(() => undefined);
    }
  }

  async #analyse(session: StoredSession, process: Reader['process']): Promise<void> {
    const { analyst, answers } = this.#parts;
    for (const together of ANALYSED) {
      for (const analysis of together) {
        // Whoever asks goes first; who has gone on to another session is not kept from it.
        if (!(await analyst.freeFor(session)) || this.#stopped || process.gone) return;
        await answers.give(session, analysis, {}).catch(() => undefined);
      }
      analyst.rest();
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}
