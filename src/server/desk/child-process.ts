// A process of our own that answers questions about sessions, one message each way.
import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../base/refusal.ts';
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import type { Args, RunWatch } from './desk.ts';
import type { Question } from './questions.ts';

export type ChildQuestion = { readonly id: number; readonly session: StoredSession; readonly args: Args } & (
  | { readonly what: 'ask'; readonly name: Question }
  | {
      readonly what: 'analyse';
      readonly name: Analysis;
      /** Where the answer is kept, too. */
      readonly keep?: KeptAnswer | undefined;
    }
);

/** Ends the question of that number. */
export interface ChildCancel {
  readonly cancel: number;
}

export interface KeptAnswer {
  readonly path: string;
  readonly fingerprint: string;
  /** It is only written there, and not sent back. */
  readonly only: boolean;
}

export interface ChildAnswer {
  readonly id: number;
  /** Not the answer yet: how much is done, and of how much. */
  readonly progress?: readonly [done: number, of: number];
  readonly json?: string;
  readonly refusal?: { readonly code: string; readonly message: string; readonly hint?: string };
  readonly error?: string;
}

interface Waiting {
  readonly done: (json: string) => void;
  readonly fail: (error: unknown) => void;
  readonly watch: RunWatch | undefined;
}

/** From sources, as in tests, there is no file that a process could be started with. */
export function canFork(): boolean {
  return import.meta.url.endsWith('.js');
}

export class DeskProcess {
  readonly #dataDir: string;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #next = 0;
  #gone = false;

  /** It starts with its first question, or when it is told to. */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Somebody waits for an answer. */
  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  start(): void {
    if (!this.#gone) this.#child ??= this.#fork();
  }

  /** For what is worked out ahead: who looks at a page comes first. Cannot be taken back. */
  stepBack(): void {
    this.start();
    const pid = this.#child?.pid;
    try {
      if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Where that is not ours to say, all goes on as it is.
    }
  }

  #fork(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./desk-child.js', import.meta.url)), [this.#dataDir], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A heap that begins large is not searched through again and again while it grows.
      execArgv: ['--max-old-space-size=4096', '--initial-heap-size=384'],
      // Answers are long texts: as JSON inside JSON they would be escaped and read twice.
      serialization: 'advanced',
    });
    child.on('message', (message) => this.#take(message as ChildAnswer));
    child.on('exit', () => this.#end());
    child.on('error', () => this.#end());
    return child;
  }

  /** The answer as JSON. */
  ask(session: StoredSession, name: Question, args: Args): Promise<string> {
    return this.#send({ what: 'ask', session, name, args });
  }

  analyse(session: StoredSession, name: Analysis, args: Args, keep?: KeptAnswer): Promise<string> {
    return this.#send({ what: 'analyse', session, name, args, keep });
  }

  /** With a word on how far it is; ends early when the signal says so. */
  run(session: StoredSession, name: Analysis, args: Args, watch: RunWatch): Promise<string> {
    return this.#send({ what: 'analyse', session, name, args }, watch);
  }

  stop(): void {
    if (this.#child) this.#child.kill();
    else this.#end();
  }

  #send(question: DistributiveOmit<ChildQuestion, 'id'>, watch?: RunWatch): Promise<string> {
    const id = this.#next++;
    return new Promise<string>((done, fail) => {
      // A signal that was given while the question waited for its turn is not given again.
      if (this.#gone || watch?.signal.aborted) {
        fail(ended());
        return;
      }
      this.#waiting.set(id, { done, fail, watch });
      this.#child ??= this.#fork();
      const child = this.#child;
      child.send({ ...question, id });
      const cancel: ChildCancel = { cancel: id };
      watch?.signal.addEventListener('abort', () => !this.#gone && child.send(cancel), { once: true });
    });
  }

  #take({ id, json, progress, refusal, error }: ChildAnswer): void {
    const waiting = this.#waiting.get(id);
    if (progress) {
      waiting?.watch?.onProgress(...progress);
      return;
    }
    this.#waiting.delete(id);
    if (json !== undefined) waiting?.done(json);
    else if (refusal) waiting?.fail(new Refusal(refusal.code, refusal.message, refusal.hint));
    else waiting?.fail(new Error(error ?? 'The process that read the session gave no answer.'));
  }

  #end(): void {
    this.#gone = true;
    for (const { fail } of this.#waiting.values()) fail(ended());
    this.#waiting.clear();
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function ended(): Refusal {
  return new Refusal(
    'session-too-large',
    'The process that read this session ended before it was done.',
    'There may not be enough memory for it.',
  );
}
