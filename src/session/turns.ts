// Groups a branch into turns: a prompt and everything until the next prompt [U3].
import { contentText } from '../log/block.ts';
import { messageOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { joinMessages, type Message } from './messages.ts';
import { stripReminders } from './strip-reminders.ts';
import { opensTurn, type UserKind, userKind } from './user-kind.ts';

export type TurnEnd =
  | 'answered'
  | 'interrupted'
  /** The last word is an API error. */
  | 'error'
  /** The last turn of its branch, with a call or a prompt that has no answer yet. */
  | 'open'
  /** Another prompt came before any answer. */
  | 'unanswered';

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
  return groups.map((group, i) => describeTurn(group, i === groups.length - 1));
}

interface Group {
  number: number;
  kind: Turn['kind'];
  entries: Entry[];
}

function splitAtPrompts(entries: readonly Entry[]): Group[] {
  const groups: Group[] = [{ number: 0, kind: 'opening', entries: [] }];
  const answered = findAnswered(entries);
  let number = 0;
  for (const entry of entries) {
    const kind = entry.value.type === 'user' ? userKind(entry) : undefined;
    if (kind && startsTurn(kind, entry, answered)) {
      groups.push({ number: ++number, kind: kind as Turn['kind'], entries: [] });
    }
    (groups.at(-1) as Group).entries.push(entry);
  }
  return groups.filter((group) => group.entries.length > 0);
}

// `/clear`, `/model` and their like are answered by the client alone: they are lines within a turn, not turns.
function startsTurn(kind: UserKind, entry: Entry, answered: ReadonlySet<Entry>): boolean {
  return opensTurn(kind) && (kind !== 'command' || answered.has(entry));
}

/** Commands that a model answered before anything else was typed. */
function findAnswered(entries: readonly Entry[]): Set<Entry> {
  const answered = new Set<Entry>();
  let command: Entry | undefined;
  for (const entry of entries) {
    if (entry.value.type === 'assistant' && command && isFromModel(entry)) answered.add(command);
    if (entry.value.type === 'assistant') command = undefined;
    if (entry.value.type === 'user') {
      const kind = userKind(entry);
      if (kind === 'command') command = entry;
      else if (opensTurn(kind)) command = undefined;
    }
  }
  return answered;
}

function isFromModel(entry: Entry): boolean {
  return messageOf(entry)?.model !== '<synthetic>';
}

function describeTurn({ number, kind, entries }: Group, last: boolean): Turn {
  const messages = joinMessages(entries);
  const times = entries.map(timeOf).filter((time) => time !== undefined);
  return {
    number,
    kind,
    prompt: kind === 'opening' ? undefined : entries[0],
    entries,
    messages,
    exchanges: messages.filter((message) => message.role === 'assistant' && message.model !== '<synthetic>')
      .length,
    start: times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined,
    end: times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : undefined,
    ended: howEnded(messages, last),
  };
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
  const name = /<command-name>([\s\S]*?)<\/command-name>/.exec(text)?.[1]?.trim();
  if (name !== undefined) {
    const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1]?.trim();
    return `${name.startsWith('/') ? name : `/${name}`}${args ? ` ${args}` : ''}`;
  }
  const shell = /^\s*<bash-input>([\s\S]*?)<\/bash-input>/.exec(text)?.[1];
  if (shell !== undefined) return `!${shell}`;
  return stripReminders(text).trim();
}
