// One process that reads one very long session whole and answers what needs its texts, one question after another.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import type { DeskProcess, KeptAnswer } from './child-process.ts';
import type { Args, RunWatch } from './desk.ts';
import type { SpareProcess } from './spare-process.ts';

/** A whole session takes much memory: it is let go when nobody has asked for a while. */
const IDLE_MS = 60_000;

export class Analyst {
  readonly #spare: SpareProcess;
  #process: { readonly file: string; readonly process: DeskProcess } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #wanted = Number.NEGATIVE_INFINITY;
  #idle: NodeJS.Timeout | undefined;

  constructor(spare: SpareProcess) {
    this.#spare = spare;
  }

  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** Ends when nobody waits for an answer; false where it was asked about another session meanwhile. */
  async freeFor({ session }: StoredSession): Promise<boolean> {
    while (this.busy) await this.#last;
    return this.#process === undefined || this.#process.file === session.file;
  }

  /** Somebody asks: without a word before, what is run is worked out ahead, while somebody reads on. */
  want(): void {
    this.#wanted = Date.now();
  }

  /** What was to be worked out ahead is done: unless somebody has asked lately and may ask on, the session is let go. */
  rest(): void {
    if (!this.busy && !this.#isWanted) this.stop();
  }

  get #isWanted(): boolean {
    return Date.now() - this.#wanted < IDLE_MS;
  }

  /** The answer as JSON. */
  run(session: StoredSession, analysis: Analysis, args: Args, keep?: KeptAnswer): Promise<string> {
    return this.#queue(() => this.#processFor(session).analyse(session, analysis, args, keep));
  }

  /** The same with a word on how far it is. */
  runWatched(session: StoredSession, analysis: Analysis, args: Args, watch: RunWatch): Promise<string> {
    return this.#queue(() => this.#processFor(session).run(session, analysis, args, watch));
  }

  #queue(start: () => Promise<string>): Promise<string> {
    this.#waiting++;
    const run = this.#last.then(start).finally(() => {
      this.#waiting--;
      this.#wait();
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  stop(): void {
    clearTimeout(this.#idle);
    this.#process?.process.stop();
    this.#process = undefined;
  }

  #processFor({ session }: StoredSession): DeskProcess {
    const known = this.#process;
    if (known?.file === session.file && !known.process.gone) return known.process;
    this.stop();
    const process = this.#spare.take();
    // The browser of somebody who reads on goes first.
    if (!this.#isWanted) process.stepBack();
    this.#process = { file: session.file, process };
    return process;
  }

  #wait(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!this.busy) this.stop();
    }, IDLE_MS).unref();
  }
}
