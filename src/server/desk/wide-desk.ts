// Sends questions about very long sessions to processes of their own, so that this one stays small and quick; answers the rest itself.
import type { ContextAnalysis } from '../analysis/analyse-context.ts';
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import { DeskProcess } from './child-process.ts';
import type { Args, Desk, DeskState } from './desk.ts';
import { fingerprintOf } from './fingerprint.ts';
import { LocalDesk } from './local-desk.ts';
import type { Question } from './questions.ts';

export interface WideDeskOptions {
  readonly dataDir: string;
  /** Sessions with more bytes, agents included, get a process. */
  readonly large?: number;
}

const LARGE = 16_000_000;
const MOST_READERS = 2;
const IDLE_MS = 5 * 60_000;
/** A session that grows is not attributed again sooner. */
const AGAIN_MS = 60_000;

interface Reader {
  readonly key: string;
  readonly process: DeskProcess;
  ready: boolean;
  tokens: boolean;
  attributed: string;
  attributing: boolean;
  lastAttributed: number;
  idle: NodeJS.Timeout | undefined;
}

export class WideDesk implements Desk {
  readonly #options: WideDeskOptions;
  readonly #local: LocalDesk;
  readonly #readers = new Map<string, Reader>();
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly answer: Promise<unknown> }>();
  readonly #listeners: ((key: string, what: 'model' | 'tokens') => void)[] = [];
  /** Whole sessions take much memory: one process at a time reads one. */
  #analysing: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: WideDeskOptions) {
    this.#options = options;
    this.#local = new LocalDesk(options);
    this.#local.onReady((key, what) => this.#tell(key, what));
  }

  async ask<T>(session: StoredSession, question: Question, args: Args = {}): Promise<T> {
    if (!this.#isLarge(session)) return this.#local.ask<T>(session, question, args);
    const reader = this.#reader(session);
    const answer = await reader.process.ask<T>(session, question, args);
    this.#attribute(session, reader);
    return answer;
  }

  async analyse<T>(session: StoredSession, analysis: Analysis, args: Args = {}, keep = false): Promise<T> {
    if (!this.#isLarge(session)) return this.#local.analyse<T>(session, analysis, args, keep);
    if (!keep) return this.#analyse<T>(session, analysis, args);
    const name = `${session.session.file} ${analysis} ${JSON.stringify(args)}`;
    const fingerprint = await this.fingerprint(session);
    const known = this.#answers.get(name);
    if (known?.fingerprint === fingerprint) return known.answer as Promise<T>;
    const answer = this.#analyse<T>(session, analysis, args);
    answer.catch(() => this.#answers.delete(name));
    this.#answers.set(name, { fingerprint, answer });
    if (this.#answers.size > MOST_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    return answer;
  }

  fingerprint({ session }: StoredSession): Promise<string> {
    return fingerprintOf(session);
  }

  look(session: StoredSession): DeskState {
    if (!this.#isLarge(session)) return this.#local.look(session);
    const { ready, tokens } = this.#reader(session);
    return { model: ready, tokens };
  }

  onReady(listener: (key: string, what: 'model' | 'tokens') => void): void {
    this.#listeners.push(listener);
  }

  open(): readonly string[] {
    const ready = [...this.#readers.values()].filter((reader) => reader.ready);
    return [...this.#local.open(), ...ready.map(({ key }) => key)];
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const reader of this.#readers.values()) this.#stop(reader);
    this.#readers.clear();
    await this.#local.close();
  }

  #isLarge({ session }: StoredSession): boolean {
    const bytes = session.agents.reduce((sum, agent) => sum + agent.bytes, session.bytes);
    return bytes > (this.#options.large ?? LARGE);
  }

  #reader(session: StoredSession): Reader {
    const { file } = session.session;
    let reader = this.#readers.get(file);
    if (!reader || reader.process.gone) {
      const process = new DeskProcess(this.#options.dataDir);
      const state = { ready: false, tokens: false, attributed: '', attributing: false, lastAttributed: 0 };
      reader = { key: session.key, process, ...state, idle: undefined };
      this.#begin(session, reader);
    }
    this.#readers.delete(file);
    this.#readers.set(file, reader);
    for (const [oldest, other] of this.#readers) {
      if (this.#readers.size <= MOST_READERS) break;
      this.#stop(other);
      this.#readers.delete(oldest);
    }
    clearTimeout(reader.idle);
    const idle = reader;
    reader.idle = setTimeout(() => {
      this.#stop(idle);
      if (this.#readers.get(file) === idle) this.#readers.delete(file);
    }, IDLE_MS).unref();
    return reader;
  }

  #begin(session: StoredSession, reader: Reader): void {
    reader.process.ask(session, 'size', {}).then(
      () => {
        reader.ready = true;
        this.#tell(session.key, 'model');
        this.#attribute(session, reader);
      },
      // Whoever asks next is told why.
      () => {
        reader.ready = true;
      },
    );
  }

  #attribute(session: StoredSession, reader: Reader): void {
    if (reader.attributing || Date.now() - reader.lastAttributed < AGAIN_MS) return;
    reader.attributing = true;
    void (async () => {
      const fingerprint = await this.fingerprint(session);
      if (fingerprint === reader.attributed) return;
      reader.lastAttributed = Date.now();
      const analysis = await this.analyse<ContextAnalysis>(session, 'context', {}, true);
      await reader.process.ask(session, 'setTokens', { analysis });
      reader.attributed = fingerprint;
      reader.tokens = true;
      this.#tell(session.key, 'tokens');
    })()
      // Without tokens the session can still be read; the route that is about them says what is wrong.
      .catch(() => undefined)
      .finally(() => {
        reader.attributing = false;
      });
  }

  #analyse<T>(session: StoredSession, analysis: Analysis, args: Args): Promise<T> {
    const run = this.#analysing.then(async () => {
      const process = new DeskProcess(this.#options.dataDir);
      try {
        return await process.analyse<T>(session, analysis, args);
      } finally {
        process.stop();
      }
    });
    this.#analysing = run.catch(() => undefined);
    return run;
  }

  #stop(reader: Reader): void {
    clearTimeout(reader.idle);
    reader.process.stop();
  }

  #tell(key: string, what: 'model' | 'tokens'): void {
    if (!this.#closed) for (const listener of this.#listeners) listener(key, what);
  }
}

const MOST_ANSWERS = 24;
