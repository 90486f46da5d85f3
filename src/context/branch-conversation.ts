// A branch read as a conversation of which mostly sizes are asked for: all else of it is made out when somebody wants it.
import type { Entry } from '../log/line.ts';
import { joinMessages, type Message } from '../session/messages.ts';
import type { Conversation } from '../session/session.ts';
import { groupTurns, numberTurns, type Turn } from '../session/turns.ts';

export class BranchConversation implements Conversation {
  readonly entries: readonly Entry[];
  #messages: readonly Message[] | undefined;
  #answers: readonly Message[] | undefined;
  #turns: readonly Turn[] | undefined;
  #numbers: readonly number[] | undefined;

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
  }

  get messages(): readonly Message[] {
    this.#messages ??= joinMessages(this.entries);
    return this.#messages;
  }

  /** Those of the models, which are all that sizes are told of. */
  get answers(): readonly Message[] {
    this.#answers ??= joinMessages(this.entries.filter(({ value }) => value.type === 'assistant'));
    return this.#answers;
  }

  get turns(): readonly Turn[] {
    this.#turns ??= groupTurns(this.entries);
    return this.#turns;
  }

  /** For each entry the number of its turn, which is told sooner than all else of the turns. */
  get turnNumbers(): readonly number[] {
    this.#numbers ??= numberTurns(this.entries).numbers;
    return this.#numbers;
  }
}
