// Sends questions about very long sessions to processes of their own, so that this one stays small and quick; answers the rest itself.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import { Analyst } from './analyst.ts';
import { AnswerBook } from './answer-book.ts';
import { type Args, type Desk, type DeskState, JsonText, type RunWatch } from './desk.ts';
import { fingerprintOf } from './fingerprint.ts';
import { LocalDesk } from './local-desk.ts';
import { KEPT, LookAhead } from './look-ahead.ts';
import type { Question } from './questions.ts';
import { type Reader, Readers } from './readers.ts';
import { Snapshots } from './snapshots.ts';
import { SpareProcess } from './spare-process.ts';

interface WideDeskOptions {
  readonly dataDir: string;
  /** Sessions with more bytes, agents included, get a process. */
  readonly large?: number;
}

const LARGE = 3_000_000;
/** The first rows come from the beginning of the file alone: the whole of it is read when they are likely to be seen. */
const BEGIN_MS = 400;
/** An answer is on its way and drawn before all that others need is made ready: it would have to share the machine. */
const DRAWN_MS = 400;
/** A session that grows is not attributed again sooner. */
const AGAIN_MS = 60_000;
/** A session of a few megabytes that was read whole is quickly read again. */
const HOLD_MS = 20_000;

export class WideDesk implements Desk {
  readonly #options: WideDeskOptions;
  readonly #local: LocalDesk;
  readonly #spare: SpareProcess;
  readonly #analyst: Analyst;
  readonly #snapshots: Snapshots;
  readonly #readers: Readers;
  /** Files that will be read, with the moment from which on they may be. */
  readonly #soon = new Map<string, Promise<void>>();
  readonly #answers: AnswerBook;
  readonly #lookAhead: LookAhead;
  readonly #listeners: ((key: string, what: 'model' | 'tokens') => void)[] = [];
  #closed = false;

  constructor(options: WideDeskOptions) {
    this.#options = options;
    this.#local = new LocalDesk({ ...options, holdMs: HOLD_MS });
    this.#local.onReady((key, what) => this.#tell(key, what));
    this.#spare = new SpareProcess(options.dataDir);
    this.#readers = new Readers(this.#spare);
    this.#analyst = new Analyst(this.#spare);
    this.#snapshots = new Snapshots(options.dataDir);
    this.#answers = new AnswerBook(this.#analyst, this.#snapshots);
    this.#lookAhead = new LookAhead({
      analyst: this.#analyst,
      answers: this.#answers,
      snapshots: this.#snapshots,
    });
    void this.#snapshots.sweep(Date.now()).catch(() => undefined);
  }

  async ask<T>(session: StoredSession, question: Question, args: Args = {}): Promise<T> {
    if (!this.isLarge(session)) return this.#local.ask<T>(session, question, args);
    return JSON.parse((await this.askText(session, question, args)).text) as T;
  }

  async askText(session: StoredSession, question: Question, args: Args = {}): Promise<JsonText> {
    if (!this.isLarge(session)) return this.#local.askText(session, question, args);
    // Also while the session is held: of thousands of turns the answer takes longer to make than to read.
    if (KEPT.has(question) && Object.keys(args).length === 0) {
      const kept = await this.recall(session, question);
      if (kept) {
        if (!this.#readers.find(session)?.ready) void this.#readSoon(session);
        return kept;
      }
    }
    // Every page asks for the turns at once, for its rail: they are no reason to begin earlier.
    if (question === 'turns') await this.#soon.get(session.session.file);
    const reader = this.#readers.take(session);
    reader.asked = Date.now();
    // Of the window nothing can be told before; of the context, how it grew.
    if (question === 'window') await this.#attribute(session, reader);
    try {
      return new JsonText(await reader.process.ask(session, question, args));
    } finally {
      void this.#goOn(session, reader);
      this.#readers.trim();
    }
  }

  async analyse<T>(session: StoredSession, analysis: Analysis, args: Args = {}, keep = false): Promise<T> {
    if (!this.isLarge(session)) return this.#local.analyse<T>(session, analysis, args, keep);
    this.#analyst.want();
    const json = keep
      ? (await this.analyseText(session, analysis, args)).text
      : await this.#analyst.run(session, analysis, args);
    return JSON.parse(json) as T;
  }

  async run<T>(session: StoredSession, analysis: Analysis, args: Args, watch: RunWatch): Promise<T> {
    if (!this.isLarge(session)) return this.#local.run<T>(session, analysis, args, watch);
    this.#analyst.want();
    return JSON.parse(await this.#analyst.runWatched(session, analysis, args, watch)) as T;
  }

  async analyseText(session: StoredSession, analysis: Analysis, args: Args = {}): Promise<JsonText> {
    if (!this.isLarge(session)) return this.#local.analyseText(session, analysis, args);
    this.#analyst.want();
    return new JsonText(await this.#answers.give(session, analysis, args));
  }

  async recall(session: StoredSession, name: Analysis | Question): Promise<JsonText | undefined> {
    if (!this.isLarge(session)) return this.#local.recall(session, name);
    const path = this.#pathOf(session, name);
    const json = await this.#snapshots.read(path, await this.fingerprint(session));
    return json === undefined ? undefined : new JsonText(json);
  }

  async prepare(session: StoredSession): Promise<void> {
    if (!this.isLarge(session) || (await this.recall(session, 'graph'))) return;
    const reader = this.#readers.take(session);
    this.#begin(session, reader);
    await reader.process.ask(session, 'size', {});
    await this.#attribute(session, reader);
    await reader.lookingAhead;
  }

  standReady(): void {
    this.#spare.standReady();
  }

  isLarge({ session }: StoredSession): boolean {
    const bytes = session.agents.reduce((sum, agent) => sum + agent.bytes, session.bytes);
    return bytes > (this.#options.large ?? LARGE);
  }

  fingerprint({ session }: StoredSession): Promise<string> {
    return fingerprintOf(session);
  }

  look(session: StoredSession): DeskState {
    if (!this.isLarge(session)) return this.#local.look(session);
    if (!this.#readers.find(session)) {
      void this.#readSoon(session);
      return { model: false, tokens: false };
    }
    const { ready, tokens } = this.#readers.take(session);
    return { model: ready, tokens };
  }

  onReady(listener: (key: string, what: 'model' | 'tokens') => void): void {
    this.#listeners.push(listener);
  }

  open(): readonly string[] {
    const ready = this.#readers.list().filter((reader) => reader.ready);
    return [...this.#local.open(), ...ready.map(({ key }) => key)];
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#lookAhead.stop();
    this.#readers.stop();
    this.#analyst.stop();
    this.#spare.stop();
    await this.#local.close();
  }

  /** Reads it when its first rows are likely to be seen, and not beside an analysis: two readings at once take twice as long. */
  async #readSoon(session: StoredSession): Promise<void> {
    const { file } = session.session;
    if (this.#soon.has(file)) return;
    const seen = pause(BEGIN_MS);
    this.#soon.set(file, seen);
    await seen;
    if (await this.#answers.settle()) await pause(DRAWN_MS);
    this.#soon.delete(file);
    // Whoever asked something meanwhile has it read behind the answer.
    if (!this.#closed && !this.#readers.find(session)) this.#begin(session, this.#readers.take(session));
  }

  /** Behind an answer, which may need less than what is made ready for all others. */
  async #goOn(session: StoredSession, reader: Reader): Promise<void> {
    if (!reader.begun) await pause(DRAWN_MS);
    if (this.#closed || reader.process.gone) return;
    this.#begin(session, reader);
    void this.#attribute(session, reader);
  }

  #begin(session: StoredSession, reader: Reader): void {
    if (reader.begun) return;
    reader.begun = true;
    reader.process.ask(session, 'size', {}).then(
      () => {
        reader.ready = true;
        this.#tell(session.key, 'model');
        void this.#attribute(session, reader);
      },
      // Whoever asks next is told why.
      () => {
        reader.ready = true;
      },
    );
  }

  /** Ends when the reader knows the tokens, or when it is clear that it will not. */
  #attribute(session: StoredSession, reader: Reader): Promise<void> {
    if (reader.attributing) return reader.attributing;
    if (Date.now() - reader.lastAttributed < AGAIN_MS) return Promise.resolve();
    reader.attributing = (async () => {
      const fingerprint = await this.fingerprint(session);
      if (fingerprint === reader.attributed) return;
      reader.lastAttributed = Date.now();
      await this.#answers.give(session, 'tokens', {});
      await this.#answers.give(session, 'weights', {});
      const [snapshot, weights] = [this.#pathOf(session, 'tokens'), this.#pathOf(session, 'weights')];
      await reader.process.ask(session, 'setTokens', { snapshot, weights });
      reader.attributed = fingerprint;
      reader.tokens = true;
      this.#tell(session.key, 'tokens');
      // Once: a session that grows would be worked out again and again.
      reader.lookingAhead ??= this.#lookAhead.run(session, reader, fingerprint);
    })()
      // Without tokens the session can still be read; the route that is about them says what is wrong.
      .catch(() => undefined)
      .finally(() => {
        reader.attributing = undefined;
      });
    return reader.attributing;
  }

  #pathOf({ session }: StoredSession, name: Analysis | Question): string {
    return this.#snapshots.pathOf(session.file, name);
  }

  #tell(key: string, what: 'model' | 'tokens'): void {
    if (!this.#closed) for (const listener of this.#listeners) listener(key, what);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms).unref());
}
