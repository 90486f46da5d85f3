// Notes that a person left on turns.
import type { Note } from '../../session/note.ts';

/** A note on a turn, with the key of its session. */
export interface Annotation extends Note {
  readonly key: string;
}

export interface AnnotationInput {
  readonly turn: number;
  readonly uuid?: string;
  readonly note: string;
  readonly labels?: readonly string[];
}

export interface Annotations {
  readonly annotations: readonly Annotation[];
}
