// One process that reads one very long session whole and answers what needs its texts, one question after another.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import type { DeskProcess, KeptAnswer } from './child-process.ts';
import type { Args, RunWatch } from './desk.ts';
import type { SpareProcess } from './spare-process.ts';

/** A whole session takes much memory: it is let go when nobody has asked for a while. */
const IDLE_MS = 60_000;
/** Worked out while somebody reads on: a process that begins with it lets the browser go first. */
const AHEAD: ReadonlySet<Analysis> = new Set(['tokens']);

export class Analyst {
  readonly #spare: SpareProcess;
  #process: { readonly file: string; readonly process: DeskProcess } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(spare: SpareProcess) {
    this.#spare = spare;
  }

  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** The answer as JSON. */
  run(session: StoredSession, analysis: Analysis, args: Args, keep?: KeptAnswer): Promise<string> {
    return this.#queue(() => this.#processFor(session, analysis).analyse(session, analysis, args, keep));
  }

  /** The same with a word on how far it is. */
  runWatched(session: StoredSession, analysis: Analysis, args: Args, watch: RunWatch): Promise<string> {
    return this.#queue(() => this.#processFor(session, analysis).run(session, analysis, args, watch));
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

  #processFor({ session }: StoredSession, analysis: Analysis): DeskProcess {
    const known = this.#process;
    if (known?.file === session.file && !known.process.gone) return known.process;
    this.stop();
    const process = this.#spare.take();
    if (AHEAD.has(analysis)) process.stepBack();
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
