// Goes over a stretch of a conversation only to tell that none of its steps takes anything from the system prompt's share of
// the context: entry by entry, because to make messages, requests and steps of them takes longer than all that is asked here.
import { isCompactBoundary, messageIdOf, messageOf, modelOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { newMessage } from '../../session/messages.ts';
import { betterUsage, readUsage, type Usage } from '../../session/usage.ts';
import { keepsTail, mayTakeSystem } from './may-take-system.ts';
import {
  isMeasured,
  type MeasuredRequest,
  measuredRequest,
  type RequestSize,
  sizeOf,
  tellingOf,
} from './measure-requests.ts';

export interface PassedStretch {
  /** How many requests it holds. */
  readonly count: number;
  /** The largest of each model, and the last. */
  readonly requests: readonly MeasuredRequest[];
  /** The place of the first entry that waits for a request of the next stretch: the last answer's first line. */
  readonly openFrom: number;
}

export interface BeforeStretch {
  /** The last request before it. */
  readonly previous: RequestSize;
  /** The tokens of the system prompt. */
  readonly system: number;
  /** How many requests stand before it. */
  readonly first: number;
}

/** Undefined where a step may take something, and where that is not told so easily: the stretch must begin with a compaction. */
export function passStretch(
  entries: readonly Entry[],
  turns: readonly number[],
  before: BeforeStretch,
): PassedStretch | undefined {
  const walk = new StretchWalk(before);
  for (let position = 0; position < entries.length; position++)
    if (!walk.add(entries[position] as Entry, position)) return undefined;
  return walk.end(turns);
}

/** An answer whose lines are being read. */
interface Answer {
  readonly id: string | undefined;
  readonly position: number;
  readonly entries: Entry[];
  /** What came in before it. */
  readonly came: readonly Entry[];
  model: string | undefined;
  usage: Usage | undefined;
}

interface Request extends RequestSize {
  readonly index: number;
  readonly answer: Answer;
}

class StretchWalk {
  readonly #system: number;
  readonly #first: number;
  #before: RequestSize;
  #answer: Answer | undefined;
  readonly #ids = new Set<string>();
  /** What came in since, without the lines of answers; from the last boundary on, if there is one. */
  #came: Entry[] = [];
  readonly #requests: Request[] = [];

  constructor({ previous, system, first }: BeforeStretch) {
    this.#before = previous;
    this.#system = system;
    this.#first = first;
  }

  /** False as soon as it cannot be told that nothing is taken. */
  add(entry: Entry, position: number): boolean {
    if (entry.value.type === 'assistant') return this.#addLine(entry, position);
    if (isCompactBoundary(entry)) {
      // An answer of which more comes behind a boundary is not told of here.
      if (keepsTail(entry) || !this.#settle()) return false;
      this.#came = [];
    } else if (position === 0) return false;
    this.#came.push(entry);
    return true;
  }

  /** `turns` are those of the entries, as far as they are known. */
  end(turns: readonly number[]): PassedStretch | undefined {
    const last = this.#settle() ? this.#requests.at(-1) : undefined;
    if (!last) return undefined;
    const requests = tellingOf(this.#requests).map((request) => measuredOf(request, turns));
    return { count: this.#requests.length, requests, openFrom: last.answer.position };
  }

  #addLine(entry: Entry, position: number): boolean {
    const id = messageIdOf(entry);
    let answer = this.#answer;
    if (!answer || id === undefined || id !== answer.id) {
      // A line that stands behind the next answer belongs to a step before that.
      if (position === 0 || (id !== undefined && this.#ids.has(id)) || !this.#settle()) return false;
      if (id !== undefined) this.#ids.add(id);
      const came = this.#came;
      answer = { id, position, entries: [], came, model: undefined, usage: undefined };
      this.#answer = answer;
      this.#came = [];
    }
    answer.model ??= modelOf(entry);
    answer.usage = betterUsage(answer.usage, readUsage(messageOf(entry)));
    answer.entries.push(entry);
    return true;
  }

  /** The answer is whole: false where the step that ends with its request may take something. */
  #settle(): boolean {
    const answer = this.#answer;
    if (!answer) return true;
    this.#answer = undefined;
    if (!isMeasured(answer)) {
      // No request: it waits for one like anything else.
      this.#came = [...answer.came, ...answer.entries, ...this.#came];
      return true;
    }
    const request = sizeOf(answer);
    const step = { came: answer.came, before: this.#before, request, system: this.#system };
    if (mayTakeSystem(step)) return false;
    this.#requests.push({ ...request, index: this.#first + this.#requests.length, answer });
    this.#before = request;
    return true;
  }
}

function measuredOf({ answer, index }: Request, turns: readonly number[]): MeasuredRequest {
  const { id, model, usage, entries, position } = answer;
  const message = { ...newMessage('assistant', id), model, usage, entries };
  if (!isMeasured(message)) throw new Error('An answer without figures was taken for a request.');
  return measuredRequest(message, { index, turn: turns[position] ?? 0, position });
}
