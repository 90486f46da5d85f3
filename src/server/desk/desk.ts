// Who answers questions about single sessions: in this process for most, in a process of its own for very long ones.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import type { Question } from './questions.ts';

export type Args = Readonly<Record<string, unknown>>;

export interface Desk {
  /** Asks the slim model of a session, which is brought up to date first. */
  ask<T>(session: StoredSession, question: Question, args?: Args): Promise<T>;
  /** Asks what needs the session's whole texts. `keep` remembers the answer until the files change. */
  analyse<T>(session: StoredSession, analysis: Analysis, args?: Args, keep?: boolean): Promise<T>;
  /** Changes with the session's files. */
  fingerprint(session: StoredSession): Promise<string>;
  /** What is known of a session now; starts reading it if nothing is. */
  look(session: StoredSession): DeskState;
  onReady(listener: (key: string, what: 'model' | 'tokens') => void): void;
  /** Keys of the sessions that are held. */
  open(): readonly string[];
  close(): Promise<void>;
}

export interface DeskState {
  readonly model: boolean;
  readonly tokens: boolean;
}
