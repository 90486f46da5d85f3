// What is asked of a reader, and what it answers: rows for the index batch by batch, and at the end the file's digest.
import type { FileDigest } from '../digest/file-digest.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { LogFile } from './log-file.ts';

export interface ReadJob {
  readonly file: LogFile;
  /** The texts behind a place; undefined where the index has them all. */
  readonly texts: TextMark | undefined;
  /** Whether title, turns, tokens and so on are wanted; `agents` are the files of the session's agents. */
  readonly digest: { readonly agents: readonly LogFile[] } | undefined;
}

export function bytesToRead({ file, texts, digest }: ReadJob): number {
  const read = texts?.fingerprint?.offset ?? 0;
  return digest ? file.bytes : Math.max(0, file.bytes - (texts ? read : file.bytes));
}

/** Where an earlier reading ended, with what it must know to go on as if it had never stopped. */
export interface TextMark {
  readonly fingerprint: Fingerprint | undefined;
  /** The file as it was then: one that changed without growing was rewritten somewhere in the middle. */
  readonly bytes: number | undefined;
  readonly lines: number;
  readonly state: TextState;
}

export interface TextState {
  /** Calls that no result was seen for, oldest first: id and tool. */
  readonly openCalls: readonly (readonly [id: string, tool: string])[];
  /** Lines without a time are taken to be of the time before them. */
  readonly lastTime: number | undefined;
}

export const START: TextMark = {
  fingerprint: undefined,
  bytes: undefined,
  lines: 0,
  state: { openCalls: [], lastTime: undefined },
};

export interface DocRow {
  readonly line: number;
  readonly part: number;
  readonly offset: number;
  readonly length: number;
  readonly kind: number;
  readonly role: number;
  readonly tool: string | undefined;
  readonly model: string | undefined;
  readonly branch: string | undefined;
  readonly agent: string | undefined;
  readonly time: number | undefined;
  readonly text: string;
}

export interface TextBatch {
  readonly kind: 'texts';
  /** All that the index has of the file is void: it was rewritten. */
  readonly restart: boolean;
  readonly docs: readonly DocRow[];
  readonly lines: number;
  readonly fingerprint: Fingerprint;
  readonly state: TextState;
  /** True where the end of the file, as it was listed, is reached. */
  readonly last: boolean;
}

export interface DigestAnswer {
  readonly kind: 'digest';
  readonly digest: FileDigest;
}

export type ReadAnswer = TextBatch | DigestAnswer;
