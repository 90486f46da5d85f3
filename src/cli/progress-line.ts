// A line on stderr that tells how far long work has come: only on a terminal, after a moment, at most ten times a second.
import type { CommandInput } from './command.ts';
import type { CliContext } from './context.ts';

/** What takes no longer is not worth telling of. */
const PATIENCE_MS = 300;
const EVERY_MS = 100;
const WIPE = '\r\u001b[K';

export class ProgressLine {
  readonly #context: CliContext;
  readonly #wanted: boolean;
  #next: number;
  #shown = false;

  constructor(context: CliContext, input: CommandInput) {
    this.#context = context;
    this.#wanted = context.progress && !input.quiet;
    this.#next = context.now().getTime() + PATIENCE_MS;
  }

  show(words: () => string): void {
    if (!this.#wanted) return;
    const now = this.#context.now().getTime();
    if (now < this.#next) return;
    this.#next = now + EVERY_MS;
    this.#shown = true;
    this.#context.printError(`${WIPE}${words()}`);
  }

  clear(): void {
    if (this.#shown) this.#context.printError(WIPE);
    this.#shown = false;
  }
}
