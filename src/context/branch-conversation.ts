// A branch read as a conversation of which mostly entries and messages are asked for: its turns are described when somebody wants them.
import type { Entry } from '../log/line.ts';
import { joinMessages, type Message } from '../session/messages.ts';
import type { Conversation } from '../session/session.ts';
import { groupTurns, numberTurns, type Turn } from '../session/turns.ts';

export class BranchConversation implements Conversation {
  readonly entries: readonly Entry[];
  readonly messages: readonly Message[];
  #turns: readonly Turn[] | undefined;
  #numbers: ReadonlyMap<Entry, number> | undefined;

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
    this.messages = joinMessages(entries);
  }

  get turns(): readonly Turn[] {
    this.#turns ??= groupTurns(this.entries);
    return this.#turns;
  }

  /** The number of each entry's turn, which is told sooner than all else of the turns. */
  get turnNumbers(): ReadonlyMap<Entry, number> {
    if (this.#numbers) return this.#numbers;
    const numbers = new Map<Entry, number>();
    for (const [i, number] of numberTurns(this.entries).numbers.entries())
      numbers.set(this.entries[i] as Entry, number);
    this.#numbers = numbers;
    return numbers;
  }
}
