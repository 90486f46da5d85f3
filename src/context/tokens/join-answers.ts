// Joins the lines of answers for their figures alone: whose blocks repeat which is not gone into, which costs more than all else.
import { messageIdOf, messageOf, modelOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { type Message, type MessageDraft, newMessage } from '../../session/messages.ts';
import { betterUsage, readUsage } from '../../session/usage.ts';

/** What `joinMessages` tells of the answers among the entries, without their blocks. */
export function joinAnswers(entries: readonly Entry[]): readonly Message[] {
  const answers: MessageDraft[] = [];
  const byId = new Map<string, MessageDraft>();
  for (const entry of entries) {
    if (entry.value.type !== 'assistant') continue;
    const id = messageIdOf(entry);
    let answer = id === undefined ? undefined : byId.get(id);
    if (!answer) {
      answer = newMessage('assistant', id);
      answers.push(answer);
      if (id !== undefined) byId.set(id, answer);
    }
    answer.model ??= modelOf(entry);
    answer.usage = betterUsage(answer.usage, readUsage(messageOf(entry)));
    answer.entries.push(entry);
  }
  return answers;
}
