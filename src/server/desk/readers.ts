// The processes that each hold one very long session: those of the sessions read last, for as long as somebody may ask on.
import type { StoredSession } from '../store/session-store.ts';
import type { DeskProcess } from './child-process.ts';
import type { SpareProcess } from './spare-process.ts';

const MOST_READERS = 2;
const IDLE_MS = 5 * 60_000;
/** Who scrolls asks again sooner. */
const QUIET_MS = 1500;
/** Nobody waits longer for what they scroll past. */
const MOST_PATIENCE_MS = 20_000;

export interface Reader {
  readonly key: string;
  readonly process: DeskProcess;
  ready: boolean;
  tokens: boolean;
  attributed: string;
  attributing: Promise<void> | undefined;
  lastAttributed: number;
  lookingAhead: Promise<void> | undefined;
  begun: boolean;
  /** When somebody asked last. */
  asked: number;
  idle: NodeJS.Timeout | undefined;
}

export class Readers {
  readonly #spare: Pick<SpareProcess, 'take'>;
  readonly #readers = new Map<string, Reader>();

  constructor(spare: Pick<SpareProcess, 'take'>) {
    this.#spare = spare;
  }

  /** The one that holds the session now. */
  find({ session }: StoredSession): Reader | undefined {
    return this.#readers.get(session.file);
  }

  list(): readonly Reader[] {
    return [...this.#readers.values()];
  }

  /** The one that holds the session, or a new one; used last, so let go last. */
  take(stored: StoredSession): Reader {
    const { file } = stored.session;
    const known = this.#readers.get(file);
    const reader = known && !known.process.gone ? known : newReader(stored, this.#spare.take());
    if (known && known !== reader) clearTimeout(known.idle);
    this.#readers.delete(file);
    this.#readers.set(file, reader);
    this.trim(reader);
    clearTimeout(reader.idle);
    reader.idle = setTimeout(() => this.#drop(file, reader), IDLE_MS).unref();
    return reader;
  }

  /** Lets go of the oldest where there are too many; never of one that somebody waits for. */
  trim(keep?: Reader): void {
    for (const [file, reader] of this.#readers) {
      if (this.#readers.size <= MOST_READERS) return;
      if (reader !== keep && !reader.process.busy) this.#drop(file, reader);
    }
  }

  stop(): void {
    for (const [file, reader] of this.#readers) this.#drop(file, reader);
  }

  #drop(file: string, reader: Reader): void {
    clearTimeout(reader.idle);
    reader.process.stop();
    if (this.#readers.get(file) === reader) this.#readers.delete(file);
  }
}

/** Ends when nobody has asked for a moment, or will not stop asking: what is worked out ahead keeps who scrolls waiting. */
export async function untilQuiet(reader: Pick<Reader, 'asked'>): Promise<void> {
  const latest = Date.now() + MOST_PATIENCE_MS;
  for (;;) {
    const now = Date.now();
    const wait = Math.min(reader.asked + QUIET_MS, latest) - now;
    if (wait <= 0) return;
    await new Promise((done) => setTimeout(done, wait).unref());
  }
}

function newReader({ key }: StoredSession, process: DeskProcess): Reader {
  return {
    key,
    process,
    ready: false,
    tokens: false,
    attributed: '',
    attributing: undefined,
    lastAttributed: 0,
    lookingAhead: undefined,
    begun: false,
    asked: Number.NEGATIVE_INFINITY,
    idle: undefined,
  };
}
