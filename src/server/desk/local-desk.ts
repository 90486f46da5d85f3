// Answers questions about sessions in this process; holds the models used last, by how many bytes their files have.
import type { ContextAnalysis } from '../analysis/analyse-context.ts';
import { SessionModel } from '../model/session-model.ts';
import type { StoredSession } from '../store/session-store.ts';
import { ANALYSES, type Analysis } from './analyses.ts';
import { type Args, type Desk, type DeskState, JsonText, type RunWatch } from './desk.ts';
import { fingerprintOf } from './fingerprint.ts';
import { OpenedSession } from './opened-session.ts';
import { giveTokens, type Held, QUESTIONS, type Question } from './questions.ts';
import { selectionOf } from './selection-of.ts';

interface LocalDeskOptions {
  readonly dataDir: string;
  /** Whether tokens are attributed here, as soon as a session was read. */
  readonly attributes?: boolean;
  /** How long a session that was read whole is held for the next question; by default until another is. */
  readonly holdMs?: number;
}

/** Of session files whose models are kept; the one used last is kept whatever its size. */
const MOST_BYTES = 24_000_000;
const MOST_ANSWERS = 12_000_000;
/** A session this small has its tokens attributed before its first answer; a longer one afterwards. */
const SOON_BYTES = 3_000_000;
/** What cannot be answered at all before the tokens are attributed. */
const OF_TOKENS: ReadonlySet<Question> = new Set(['context', 'window']);
/** What says nothing of attributed tokens, and so neither waits for them nor asks for them. */
const WITHOUT_TOKENS: ReadonlySet<Question> = new Set([
  'setTokens',
  'timeline',
  'timelinePart',
  'timelineSpans',
  'moment',
  'graph',
  'graphRows',
  'graphFind',
  'graphOpen',
]);

interface Known extends Held {
  fingerprint: string;
  /** The state of the files that `analysis` tells of. */
  analysed: string;
  attributing: { readonly fingerprint: string; readonly done: Promise<void> } | undefined;
}

export class LocalDesk implements Desk {
  readonly #options: LocalDeskOptions;
  readonly #held = new Map<string, Known>();
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly json: string }>();
  readonly #opened: OpenedSession;
  readonly #listeners: ((key: string, what: 'model' | 'tokens') => void)[] = [];

  constructor(options: LocalDeskOptions) {
    this.#options = options;
    this.#opened = new OpenedSession(options.holdMs);
  }

  async ask<T>(session: StoredSession, question: Question, args: Args = {}): Promise<T> {
    const held = await this.#hold(session);
    if (!WITHOUT_TOKENS.has(question) && this.#options.attributes !== false) {
      const attributed = this.#attribute(session, held);
      if (held.model.bytes <= SOON_BYTES || OF_TOKENS.has(question)) await attributed;
    }
    if (question === 'setTokens') held.analysed = held.model.fingerprint;
    return (await QUESTIONS[question](held, args)) as T;
  }

  async askText(session: StoredSession, question: Question, args: Args = {}): Promise<JsonText> {
    return new JsonText(JSON.stringify(await this.ask(session, question, args)));
  }

  async analyse<T>(session: StoredSession, analysis: Analysis, args: Args = {}, keep = false): Promise<T> {
    const fingerprint = await this.fingerprint(session);
    const known = keep ? this.#known(session, analysis, args, fingerprint) : undefined;
    if (known !== undefined) return JSON.parse(known) as T;
    const answer = await this.#work(session, analysis, args, fingerprint);
    if (keep) this.#keep(nameOf(session, analysis, args), fingerprint, JSON.stringify(answer));
    return answer as T;
  }

  async run<T>(session: StoredSession, analysis: Analysis, args: Args, watch: RunWatch): Promise<T> {
    return (await this.#work(session, analysis, args, await this.fingerprint(session), watch)) as T;
  }

  async analyseText(session: StoredSession, analysis: Analysis, args: Args = {}): Promise<JsonText> {
    return new JsonText(JSON.stringify(await this.analyse(session, analysis, args, true)));
  }

  async recall(session: StoredSession, name: Analysis | Question): Promise<JsonText | undefined> {
    if (!(name in ANALYSES)) return undefined;
    const json = this.#known(session, name as Analysis, {}, await this.fingerprint(session));
    return json === undefined ? undefined : new JsonText(json);
  }

  /** What is not very long is quickly worked out when it is asked for. */
  async prepare(): Promise<void> {}

  isLarge(): boolean {
    return false;
  }

  standReady(): void {}

  fingerprint({ session }: StoredSession): Promise<string> {
    return fingerprintOf(session);
  }

  look(session: StoredSession): DeskState {
    const held = this.#held.get(session.session.file);
    return { model: true, tokens: held?.tokens !== undefined };
  }

  onReady(listener: (key: string, what: 'model' | 'tokens') => void): void {
    this.#listeners.push(listener);
  }

  open(): readonly string[] {
    return [...this.#held.values()].map(({ key }) => key);
  }

  async close(): Promise<void> {
    this.#held.clear();
    this.#answers.clear();
    this.#opened.drop();
  }

  async #hold(session: StoredSession): Promise<Known> {
    const { file } = session.session;
    const known = this.#held.get(file) ?? {
      key: session.key,
      model: new SessionModel(selectionOf(session)),
      analysis: undefined,
      tokens: undefined,
      resume: undefined,
      fingerprint: '',
      analysed: '',
      attributing: undefined,
    };
    // Used last, so dropped last.
    this.#held.delete(file);
    this.#held.set(file, known);
    try {
      await known.model.update(session.session.agents);
    } catch (error) {
      this.#held.delete(file);
      throw error;
    }
    known.fingerprint = known.model.fingerprint;
    this.#drop();
    return known;
  }

  #attribute(session: StoredSession, held: Known): Promise<void> {
    const { fingerprint } = held;
    if (held.analysed === fingerprint) return Promise.resolve();
    if (held.attributing?.fingerprint === fingerprint) return held.attributing.done;
    const done = this.analyse<ContextAnalysis>(session, 'tokens', {}, true)
      .then((analysis) => {
        // The session has grown meanwhile: whoever asked since then waits for what is true now.
        if (held.attributing?.fingerprint !== fingerprint) return;
        giveTokens(held, analysis);
        held.analysed = fingerprint;
        for (const listener of this.#listeners) listener(session.key, 'tokens');
      })
      // Without tokens the session can still be read; the route that is about them says what is wrong.
      .catch(() => undefined)
      .finally(() => {
        if (held.attributing?.fingerprint === fingerprint) held.attributing = undefined;
      });
    held.attributing = { fingerprint, done };
    return done;
  }

  #drop(): void {
    let bytes = [...this.#held.values()].reduce((sum, { model }) => sum + model.bytes, 0);
    for (const [file, { model }] of this.#held) {
      if (bytes <= MOST_BYTES || this.#held.size === 1) return;
      this.#held.delete(file);
      bytes -= model.bytes;
    }
  }

  async #work(
    session: StoredSession,
    analysis: Analysis,
    args: Args,
    fingerprint: string,
    watch?: RunWatch,
  ): Promise<unknown> {
    const context = { selection: selectionOf(session), dataDir: this.#options.dataDir, ...watch };
    return ANALYSES[analysis](() => this.#opened.open(session, fingerprint), args, context);
  }

  #known(session: StoredSession, analysis: Analysis, args: Args, fingerprint: string): string | undefined {
    const known = this.#answers.get(nameOf(session, analysis, args));
    return known?.fingerprint === fingerprint ? known.json : undefined;
  }

  #keep(name: string, fingerprint: string, json: string): void {
    this.#answers.delete(name);
    this.#answers.set(name, { fingerprint, json });
    let length = [...this.#answers.values()].reduce((sum, one) => sum + one.json.length, 0);
    for (const [oldest, { json: dropped }] of this.#answers) {
      if (length <= MOST_ANSWERS || this.#answers.size === 1) return;
      this.#answers.delete(oldest);
      length -= dropped.length;
    }
  }
}

/** What an answer is remembered by. */
export function nameOf({ session }: StoredSession, analysis: Analysis, args: Args): string {
  return `${session.file} ${analysis} ${JSON.stringify(args)}`;
}
