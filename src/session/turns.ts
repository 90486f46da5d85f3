// Groups a branch into turns: a prompt and everything until the next prompt [U3].
import { contentText } from '../log/block.ts';
import { messageOf, SYNTHETIC, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { joinMessages, type Message } from './messages.ts';
import { stripReminders } from './strip-reminders.ts';
import { tagText } from './tag-text.ts';
import { opensTurn, type UserKind, userKind } from './user-kind.ts';

/** How a turn ended. */
export type TurnEnd =
  | 'answered'
  | 'interrupted'
  /** The last word is an API error. */
  | 'error'
  /** The last turn of its branch, with a call or a prompt that has no answer yet. */
  | 'open'
  /** Another prompt came before any answer. */
  | 'unanswered';

/** A prompt and everything until the next one [U3]. */
export interface Turn {
  /** From 1; 0 holds what stands before the first prompt. */
  readonly number: number;
  readonly kind: 'prompt' | 'command' | 'shell-input' | 'agent-prompt' | 'opening';
  readonly prompt: Entry | undefined;
  readonly entries: readonly Entry[];
  readonly messages: readonly Message[];
  /** Model requests: distinct assistant messages that a model wrote. */
  readonly exchanges: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly ended: TurnEnd;
}

/** Turns of a branch's entries, given in reading order. */
export function groupTurns(entries: readonly Entry[]): Turn[] {
  const groups = splitAtPrompts(entries);
  return groups.map((group, i) => new ReadTurn(group, i === groups.length - 1));
}

export interface TurnNumbers {
  /** For each entry the number of its turn, as `groupTurns` gives it. */
  readonly numbers: readonly number[];
  /** How many turns begin. */
  readonly count: number;
  /** The last command has no answer yet: whether it begins a turn is decided by what follows. */
  readonly waits: boolean;
}

/** The turns' numbers alone, for callers who need nothing else of them. */
export function numberTurns(entries: readonly Entry[]): TurnNumbers {
  const { kinds, waits } = readKinds(entries);
  let count = 0;
  const numbers = kinds.map((kind) => (kind === undefined ? count : ++count));
  return { numbers, count, waits };
}

interface Group {
  number: number;
  kind: Turn['kind'];
  entries: Entry[];
}

function splitAtPrompts(entries: readonly Entry[]): Group[] {
  const groups: Group[] = [{ number: 0, kind: 'opening', entries: [] }];
  const { kinds } = readKinds(entries);
  let number = 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as Entry;
    const kind = kinds[i];
    if (kind) groups.push({ number: ++number, kind: kind as Turn['kind'], entries: [] });
    (groups.at(-1) as Group).entries.push(entry);
  }
  return groups.filter((group) => group.entries.length > 0);
}

/**
 * The kind of each entry that begins a turn. `/clear`, `/model` and their like are answered by the client alone: they are
 * lines within a turn. A command counts where a model answered it before anything else was typed.
 */
function readKinds(entries: readonly Entry[]): { kinds: (UserKind | undefined)[]; waits: boolean } {
  let command = -1;
  const kinds: (UserKind | undefined)[] = [];
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as Entry;
    const { type } = entry.value;
    const kind = type === 'user' ? userKind(entry) : undefined;
    const opens = kind !== undefined && opensTurn(kind);
    kinds.push(opens && kind !== 'command' ? kind : undefined);
    if (type === 'assistant') {
      if (command >= 0 && isFromModel(entry)) kinds[command] = 'command';
      command = -1;
    } else if (opens) command = kind === 'command' ? i : -1;
  }
  return { kinds, waits: command >= 0 };
}

function isFromModel(entry: Entry): boolean {
  return messageOf(entry)?.model !== SYNTHETIC;
}

/** A turn whose messages are joined when they are first asked for: pictures of a long session need only entries and times. */
class ReadTurn implements Turn {
  readonly number: number;
  readonly kind: Turn['kind'];
  readonly prompt: Entry | undefined;
  readonly entries: readonly Entry[];
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly #last: boolean;
  #messages: readonly Message[] | undefined;

  constructor({ number, kind, entries }: Group, last: boolean) {
    this.number = number;
    this.kind = kind;
    this.prompt = kind === 'opening' ? undefined : entries[0];
    this.entries = entries;
    this.#last = last;
    let [start, end]: [number | undefined, number | undefined] = [undefined, undefined];
    for (let i = 0; i < entries.length; i++) {
      const time = timeOf(entries[i] as Entry);
      if (time === undefined) continue;
      if (start === undefined || time < start) start = time;
      if (end === undefined || time > end) end = time;
    }
    this.start = start;
    this.end = end;
  }

  get messages(): readonly Message[] {
    this.#messages ??= joinMessages(this.entries);
    return this.#messages;
  }

  get exchanges(): number {
    return this.messages.filter(({ role, model }) => role === 'assistant' && model !== SYNTHETIC).length;
  }

  get ended(): TurnEnd {
    return howEnded(this.messages, this.#last);
  }
}

function howEnded(messages: readonly Message[], last: boolean): TurnEnd {
  const answer = messages.findLast((message) => message.role === 'assistant');
  const after = answer ? messages.slice(messages.lastIndexOf(answer) + 1) : messages;
  if (after.some((message) => message.entries.some((entry) => userKind(entry) === 'interruption')))
    return 'interrupted';
  if (!answer) return last ? 'open' : 'unanswered';
  if (answer.apiError) return 'error';
  const asked = answer.blocks.some(({ block }) => block.type === 'tool_use');
  if (asked || after.some(isToolResult)) return last ? 'open' : 'interrupted';
  return 'answered';
}

function isToolResult(message: Message): boolean {
  return message.blocks.some(({ block }) => block.type === 'tool_result');
}

/** What the person typed in a turn, without the tags that the client wraps around commands. */
export function promptText(prompt: Entry): string {
  const text = contentText(messageOf(prompt)?.content);
  const name = tagText(text, 'command-name');
  if (name !== undefined) {
    const args = tagText(text, 'command-args');
    return `${name.startsWith('/') ? name : `/${name}`}${args ? ` ${args}` : ''}`;
  }
  const shell = /^\s*<bash-input>([\s\S]*?)<\/bash-input>/.exec(text)?.[1];
  if (shell !== undefined) return `!${shell}`;
  return stripReminders(text).trim();
}
