// While nobody asks for anything: checks sessions for their dots in the list, and opens very long ones ahead.
import type { HealthAnswer } from './api.ts';
import { DeskProcess } from './desk/child-process.ts';
import type { ServerContext } from './server-context.ts';
import type { StoredSession } from './store/session-store.ts';

/** Nobody asked for so long. */
const QUIET_MS = 1500;
const LOOK_MS = 1000;
/** What is checked after one start, newest sessions first; a home of many gigabytes is not read through. */
const MOST_BYTES = 2_000_000_000;
const MOST_AHEAD = 3;
/** The list is told of new dots this often. */
const TELL_MS = 2000;

export class IdleWorker {
  readonly #context: ServerContext;
  #timer: NodeJS.Timeout | undefined;
  #process: DeskProcess | undefined;
  #stopped = false;
  #left = MOST_BYTES;
  /** Sessions that could not be checked, by file and state: they are not tried again as they are. */
  readonly #failed = new Set<string>();
  #prepared = 0;
  #told = 0;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  start(): void {
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#process?.stop();
  }

  #wait(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.#work()
        .catch(() => undefined)
        .finally(() => this.#wait());
    }, LOOK_MS).unref();
  }

  get #isQuiet(): boolean {
    const { store, activity } = this.#context;
    return !this.#stopped && store.state().state !== 'syncing' && activity.quietFor(QUIET_MS);
  }

  async #work(): Promise<void> {
    if (!this.#isQuiet) return;
    const { sessions } = await this.#context.store.list();
    const newest = [...sessions].sort((a, b) => b.session.modified - a.session.modified);
    this.#context.health.keepOnly(new Set(sessions.map(({ session }) => session.file)));
    await this.#openAhead(newest);
    await this.#check(newest);
  }

  async #openAhead(sessions: readonly StoredSession[]): Promise<void> {
    for (const stored of sessions) {
      if (this.#prepared >= MOST_AHEAD || !this.#isQuiet) return;
      if (stored.line.live || !this.#context.desk.isLarge(stored)) continue;
      this.#prepared++;
      // One that is gone or closed to us keeps nobody from the others.
      await this.#context.desk.prepare(stored).catch(() => undefined);
    }
  }

  async #check(sessions: readonly StoredSession[]): Promise<void> {
    const { health } = this.#context;
    try {
      for (const stored of sessions) {
        const { session, line } = stored;
        const state = `${session.file} ${session.bytes} ${session.modified}`;
        // One that is being written would have to be checked again.
        if (line.live || line.empty || session.bytes > this.#left || this.#failed.has(state)) continue;
        if (health.of(session)) continue;
        if (!this.#isQuiet) break;
        this.#left -= session.bytes;
        const answer = await this.#healthOf(stored).catch(() => undefined);
        if (answer) health.put(session, answer.counts);
        else this.#failed.add(state);
        this.#tell(TELL_MS);
      }
    } finally {
      this.#process?.stop();
      this.#process = undefined;
    }
    this.#tell(0);
  }

  // A very long session that was opened has been checked ahead.
  async #healthOf(stored: StoredSession): Promise<HealthAnswer | undefined> {
    const known = await this.#context.desk.recall(stored, 'health');
    return known ? (JSON.parse(known.text) as HealthAnswer) : this.#checkOne(stored);
  }

  async #checkOne(stored: StoredSession): Promise<HealthAnswer | undefined> {
    // None is started behind the one that was told to end.
    if (this.#stopped) return undefined;
    if (!this.#process || this.#process.gone) {
      this.#process = new DeskProcess(this.#context.dataDir);
      this.#process.stepBack();
    }
    return JSON.parse(await this.#process.analyse(stored, 'health', {})) as HealthAnswer;
  }

  #tell(pause: number): void {
    const now = Date.now();
    if (this.#told === 0 && pause === 0) return;
    if (this.#told !== 0 && now - this.#told < pause) return;
    this.#told = pause === 0 ? 0 : now;
    const { sessions, bytes } = this.#context.store.state();
    this.#context.hub.tell({ type: 'catalogSynced', state: 'in-sync', sessions, bytes });
  }
}
