// One process that reads one very long session whole and answers what needs its texts, one question after another.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import { DeskProcess, type KeptAnswer } from './child-process.ts';
import type { Args, RunWatch } from './desk.ts';

/** A whole session takes much memory: it is let go when nobody has asked for a while. */
const IDLE_MS = 60_000;

export class Analyst {
  readonly #dataDir: string;
  #process: { readonly file: string; readonly process: DeskProcess } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get busy(): boolean {
    return this.#waiting > 0;
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
    const process = new DeskProcess(this.#dataDir);
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
