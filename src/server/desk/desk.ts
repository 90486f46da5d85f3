// Who answers questions about single sessions: in this process for most, in a process of its own for very long ones.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import type { Question } from './questions.ts';

export type Args = Readonly<Record<string, unknown>>;

export interface Desk {
  /** Asks the slim model of a session, which is brought up to date first. */
  ask<T>(session: StoredSession, question: Question, args?: Args): Promise<T>;
  /** The same for an answer that is only passed on. */
  askText(session: StoredSession, question: Question, args?: Args): Promise<JsonText>;
  /** Asks what needs the session's whole texts. `keep` remembers the answer until the files change. */
  analyse<T>(session: StoredSession, analysis: Analysis, args?: Args, keep?: boolean): Promise<T>;
  /** The same for what may take minutes: it tells how far it is, and can be ended. */
  run<T>(session: StoredSession, analysis: Analysis, args: Args, watch: RunWatch): Promise<T>;
  /** The same, remembered, for an answer that is only passed on. */
  analyseText(session: StoredSession, analysis: Analysis, args?: Args): Promise<JsonText>;
  /** The answer if it is remembered for the present state of the files; starts nothing. */
  recall(session: StoredSession, name: Analysis | Question): Promise<JsonText | undefined>;
  /** Works out ahead what is asked of a very long session, so that it opens at once; ends when that is done. */
  prepare(session: StoredSession): Promise<void>;
  /** Whether it gets processes of its own. */
  isLarge(session: StoredSession): boolean;
  /** There are such sessions: a process is started before anyone asks. */
  standReady(): void;
  /** Changes with the session's files. */
  fingerprint(session: StoredSession): Promise<string>;
  /** What is known of a session now; if nothing is, it will be read soon. */
  look(session: StoredSession): DeskState;
  onReady(listener: (key: string, what: 'model' | 'tokens') => void): void;
  /** Keys of the sessions that are held. */
  open(): readonly string[];
  close(): Promise<void>;
}

export interface RunWatch {
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

export interface DeskState {
  readonly model: boolean;
  readonly tokens: boolean;
}

/** An answer that is JSON already: reading it only to write it again would cost a long session more than all else. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
