// A process that stands ready for the next question about a very long session, so that nobody waits for its start.
import { DeskProcess } from './child-process.ts';

/** What was asked for comes first: the next one starts this much later. */
const LATER_MS = 3000;

export class SpareProcess {
  readonly #dataDir: string;
  #spare: DeskProcess | undefined;
  #later: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Starts one, unless one stands ready. */
  standReady(): void {
    if (this.#stopped || (this.#spare && !this.#spare.gone)) return;
    this.#spare = new DeskProcess(this.#dataDir);
    this.#spare.start();
  }

  /** The one that stands ready, or else a new one. After the end one that answers nothing, so that none is left behind. */
  take(): DeskProcess {
    const spare = this.#spare;
    this.#spare = undefined;
    if (this.#stopped) return endedProcess(this.#dataDir);
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.standReady(), LATER_MS).unref();
    return spare && !spare.gone ? spare : new DeskProcess(this.#dataDir);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#later);
    this.#spare?.stop();
    this.#spare = undefined;
  }
}

function endedProcess(dataDir: string): DeskProcess {
  const process = new DeskProcess(dataDir);
  process.stop();
  return process;
}
