// A note that a person left on a turn, and the turn that it is on now.
import { uuidOf } from '../log/fields.ts';
import type { Turn } from './turns.ts';

export interface Note {
  readonly id: string;
  /** The prompt's uuid where it has one: the number of a turn changes with the branch. */
  readonly uuid?: string;
  readonly turn: number;
  readonly note: string;
  readonly labels: readonly string[];
  readonly created: number;
  readonly changed: number;
}

/** The notes on each of these turns, by its number, the oldest first. */
export function notesByTurn<N extends Note>(
  notes: readonly N[],
  turns: readonly Turn[],
): ReadonlyMap<number, readonly N[]> {
  const numbers = new Set(turns.map(({ number }) => number));
  const byUuid = new Map<string, number>();
  for (const { number, prompt } of turns) {
    const uuid = prompt && uuidOf(prompt);
    if (uuid !== undefined && !byUuid.has(uuid)) byUuid.set(uuid, number);
  }
  const found = new Map<number, N[]>();
  for (const note of notes.toSorted((a, b) => a.created - b.created)) {
    const number = (note.uuid === undefined ? undefined : byUuid.get(note.uuid)) ?? note.turn;
    if (!numbers.has(number)) continue;
    const here = found.get(number);
    if (here) here.push(note);
    else found.set(number, [note]);
  }
  return found;
}
