// Holds the session that was read whole last, for a while: whoever looks at one page of it mostly looks at the next.
import { type OpenSession, openSession } from '../../load/open-session.ts';
import type { StoredSession } from '../store/session-store.ts';
import { selectionOf } from './selection-of.ts';

interface Opened {
  readonly file: string;
  readonly fingerprint: string;
  readonly open: Promise<OpenSession>;
}

export class OpenedSession {
  readonly #keepMs: number | undefined;
  #opened: Opened | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Without `keepMs` it is held until another is opened. */
  constructor(keepMs?: number) {
    this.#keepMs = keepMs;
  }

  open(session: StoredSession, fingerprint: string): Promise<OpenSession> {
    const { file } = session.session;
    const known = this.#opened;
    this.#wait();
    if (known?.file === file && known.fingerprint === fingerprint) return known.open;
    const open = openSession(selectionOf(session));
    const opened = { file, fingerprint, open };
    this.#opened = opened;
    open.catch(() => {
      if (this.#opened === opened) this.#opened = undefined;
    });
    return open;
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#opened = undefined;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#keepMs !== undefined) this.#timer = setTimeout(() => this.drop(), this.#keepMs).unref();
  }
}
