// Sends questions about very long sessions to processes of their own, so that this one stays small and quick; answers the rest itself.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import { Analyst } from './analyst.ts';
import { DeskProcess } from './child-process.ts';
import { type Args, type Desk, type DeskState, JsonText, type RunWatch } from './desk.ts';
import { fingerprintOf } from './fingerprint.ts';
import { LocalDesk, nameOf } from './local-desk.ts';
import type { Question } from './questions.ts';
import { Snapshots, writeSnapshot } from './snapshots.ts';

export interface WideDeskOptions {
  readonly dataDir: string;
  /** Sessions with more bytes, agents included, get a process. */
  readonly large?: number;
}

const LARGE = 3_000_000;
const MOST_READERS = 2;
const IDLE_MS = 5 * 60_000;
/** A session that grows is not attributed again sooner. */
const AGAIN_MS = 60_000;
const MOST_ANSWERS = 24;
/** A session of a few megabytes that was read whole is quickly read again. */
const HOLD_MS = 20_000;

/** Answers that are kept in the data folder: they cost seconds, and the session may be opened again tomorrow. */
const STORED: ReadonlySet<Analysis> = new Set([
  'tokens',
  'clients',
  'files',
  'health',
  'healthMore',
  'cutOverview',
]);
/** Answers of the model that are kept as well: with them a session that was opened before shows all of its pages at once. */
const KEPT: ReadonlySet<Question> = new Set(['head', 'turns', 'context', 'forecast', 'timeline', 'graph']);
/** What is worked out ahead once a session was opened and nobody waits for anything else, what is asked for most first. */
const AHEAD: readonly Analysis[] = ['health', 'cutOverview', 'files', 'healthMore'];

interface Reader {
  readonly key: string;
  readonly process: DeskProcess;
  ready: boolean;
  tokens: boolean;
  attributed: string;
  attributing: Promise<void> | undefined;
  lastAttributed: number;
  lookingAhead: Promise<void> | undefined;
  idle: NodeJS.Timeout | undefined;
}

export class WideDesk implements Desk {
  readonly #options: WideDeskOptions;
  readonly #local: LocalDesk;
  readonly #analyst: Analyst;
  readonly #snapshots: Snapshots;
  readonly #readers = new Map<string, Reader>();
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly json: Promise<string> }>();
  readonly #listeners: ((key: string, what: 'model' | 'tokens') => void)[] = [];
  #closed = false;

  constructor(options: WideDeskOptions) {
    this.#options = options;
    this.#local = new LocalDesk({ ...options, holdMs: HOLD_MS });
    this.#local.onReady((key, what) => this.#tell(key, what));
    this.#analyst = new Analyst(options.dataDir);
    this.#snapshots = new Snapshots(options.dataDir);
    void this.#snapshots.sweep(Date.now()).catch(() => undefined);
  }

  async ask<T>(session: StoredSession, question: Question, args: Args = {}): Promise<T> {
    if (!this.isLarge(session)) return this.#local.ask<T>(session, question, args);
    return JSON.parse((await this.askText(session, question, args)).text) as T;
  }

  async askText(session: StoredSession, question: Question, args: Args = {}): Promise<JsonText> {
    if (!this.isLarge(session)) return this.#local.askText(session, question, args);
    const reader = this.#reader(session);
    if (!reader.ready && KEPT.has(question) && Object.keys(args).length === 0) {
      const kept = await this.recall(session, question);
      if (kept) return kept;
    }
    // Of the window nothing can be told before; of the context, how it grew.
    if (question === 'window') await this.#attribute(session, reader);
    const text = await reader.process.ask(session, question, args);
    void this.#attribute(session, reader);
    return new JsonText(text);
  }

  async analyse<T>(session: StoredSession, analysis: Analysis, args: Args = {}, keep = false): Promise<T> {
    if (!this.isLarge(session)) return this.#local.analyse<T>(session, analysis, args, keep);
    const json = keep
      ? (await this.analyseText(session, analysis, args)).text
      : await this.#analyst.run(session, analysis, args);
    return JSON.parse(json) as T;
  }

  async run<T>(session: StoredSession, analysis: Analysis, args: Args, watch: RunWatch): Promise<T> {
    if (!this.isLarge(session)) return this.#local.run<T>(session, analysis, args, watch);
    return JSON.parse(await this.#analyst.runWatched(session, analysis, args, watch)) as T;
  }

  async analyseText(session: StoredSession, analysis: Analysis, args: Args = {}): Promise<JsonText> {
    if (!this.isLarge(session)) return this.#local.analyseText(session, analysis, args);
    const name = nameOf(session, analysis, args);
    const fingerprint = await this.fingerprint(session);
    const known = this.#answers.get(name);
    if (known?.fingerprint === fingerprint) return new JsonText(await known.json);
    const json = this.#work(session, analysis, args, fingerprint);
    json.catch(() => this.#answers.delete(name));
    this.#answers.set(name, { fingerprint, json });
    if (this.#answers.size > MOST_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    return new JsonText(await json);
  }

  async recall(session: StoredSession, name: Analysis | Question): Promise<JsonText | undefined> {
    if (!this.isLarge(session)) return this.#local.recall(session, name);
    const path = this.#pathOf(session, name);
    const json = await this.#snapshots.read(path, await this.fingerprint(session));
    return json === undefined ? undefined : new JsonText(json);
  }

  async prepare(session: StoredSession): Promise<void> {
    if (!this.isLarge(session) || (await this.recall(session, 'graph'))) return;
    const reader = this.#reader(session);
    await reader.process.ask(session, 'size', {});
    await this.#attribute(session, reader);
    await reader.lookingAhead;
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
    this.#analyst.stop();
    await this.#local.close();
  }

  #reader(session: StoredSession): Reader {
    const { file } = session.session;
    let reader = this.#readers.get(file);
    if (!reader || reader.process.gone) {
      reader = {
        key: session.key,
        process: new DeskProcess(this.#options.dataDir),
        ready: false,
        tokens: false,
        attributed: '',
        attributing: undefined,
        lastAttributed: 0,
        lookingAhead: undefined,
        idle: undefined,
      };
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
      await this.analyseText(session, 'tokens');
      const snapshot = this.#pathOf(session, 'tokens');
      await reader.process.ask(session, 'setTokens', { snapshot });
      reader.attributed = fingerprint;
      reader.tokens = true;
      this.#tell(session.key, 'tokens');
      // Once: a session that grows would be worked out again and again.
      reader.lookingAhead ??= this.#lookAhead(session, reader, fingerprint);
    })()
      // Without tokens the session can still be read; the route that is about them says what is wrong.
      .catch(() => undefined)
      .finally(() => {
        reader.attributing = undefined;
      });
    return reader.attributing;
  }

  async #lookAhead(session: StoredSession, reader: Reader, fingerprint: string): Promise<void> {
    const { file } = session.session;
    for (const question of KEPT) {
      if (this.#closed || reader.process.gone) return;
      const json = await reader.process.ask(session, question, {}).catch(() => undefined);
      if (json === undefined) continue;
      await writeSnapshot(this.#pathOf(session, question), { fingerprint, file }, json).catch(
        () => undefined,
      );
    }
    for (const analysis of AHEAD) {
      if (this.#closed || reader.process.gone || this.#analyst.busy) return;
      await this.analyseText(session, analysis).catch(() => undefined);
    }
  }

  async #work(session: StoredSession, analysis: Analysis, args: Args, fingerprint: string): Promise<string> {
    if (!STORED.has(analysis) || Object.keys(args).length > 0)
      return this.#analyst.run(session, analysis, args);
    const path = this.#pathOf(session, analysis);
    // The tokens of every item are too much to be held here: the process that needs them reads the file.
    const only = analysis === 'tokens';
    if (await this.#snapshots.has(path, fingerprint))
      return only ? 'null' : ((await this.#snapshots.read(path, fingerprint)) ?? 'null');
    return this.#analyst.run(session, analysis, args, { path, fingerprint, only });
  }

  #pathOf({ session }: StoredSession, name: Analysis | Question): string {
    return this.#snapshots.pathOf(session.file, name);
  }

  #stop(reader: Reader): void {
    clearTimeout(reader.idle);
    reader.process.stop();
  }

  #tell(key: string, what: 'model' | 'tokens'): void {
    if (!this.#closed) for (const listener of this.#listeners) listener(key, what);
  }
}
