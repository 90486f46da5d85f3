// What was typed or reported while the model worked, and what became of it; some prompts exist only in this queue [U4].
import { objectField, stringField } from '../base/json.ts';
import { contentText } from '../log/block.ts';
import { messageOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { isNotification } from './is-notification.ts';

export interface QueuedItem {
  /** Undefined where the client wrote none [E3]. */
  readonly text: string | undefined;
  readonly kind: 'prompt' | 'notification';
  /** Taken as the next prompt, handed to the model in mid-turn, put back into the input box, or still in the queue. */
  readonly outcome: 'dequeued' | 'removed' | 'popped' | 'waiting';
  /** True where neither a user entry nor an attachment holds the text: 2.0.64 wrote it nowhere else. */
  readonly onlyHere: boolean;
  readonly entry: Entry;
  readonly at: number | undefined;
  readonly endedAt: number | undefined;
}

export interface QueueHistory {
  readonly items: readonly QueuedItem[];
  /** Operations that took something out of an empty queue: `-p` runs of some clients log only these. */
  readonly unmatched: readonly Entry[];
}

export function replayQueue(entries: readonly Entry[]): QueueHistory {
  const items: Draft[] = [];
  const unmatched: Entry[] = [];
  const elsewhere = new Set<string>();
  let queue: Draft[] = [];
  let first = 0;
  for (const entry of entries) {
    if (entry.value.type !== 'queue-operation') {
      const text = deliveredText(entry);
      if (text) elsewhere.add(text);
      continue;
    }
    const operation = stringField(entry.value, 'operation');
    if (operation === 'enqueue') {
      const item = itemOf(entry);
      items.push(item);
      queue.push(item);
    } else if (operation === 'popAll') {
      for (const item of queue.slice(first)) if (item.outcome === 'waiting') close(item, 'popped', entry);
      queue = [];
      first = 0;
    } else if (operation === 'dequeue' || operation === 'remove') {
      while (queue[first] && queue[first]?.outcome !== 'waiting') first++;
      const item = findItem(queue, first, stringField(entry.value, 'content'));
      if (item) close(item, operation === 'dequeue' ? 'dequeued' : 'removed', entry);
      else unmatched.push(entry);
    }
  }
  for (const item of items) {
    const text = item.text?.trim();
    item.onlyHere = item.outcome === 'removed' && text !== undefined && text !== '' && !elsewhere.has(text);
  }
  return { items, unmatched };
}

interface Draft extends QueuedItem {
  outcome: QueuedItem['outcome'];
  onlyHere: boolean;
  endedAt: number | undefined;
}

function itemOf(entry: Entry): Draft {
  const text = stringField(entry.value, 'content');
  return {
    text,
    kind: text !== undefined && isNotification(text) ? 'notification' : 'prompt',
    outcome: 'waiting',
    onlyHere: false,
    entry,
    at: timeOf(entry),
    endedAt: undefined,
  };
}

function close(item: Draft, outcome: QueuedItem['outcome'], entry: Entry): void {
  item.outcome = outcome;
  item.endedAt = timeOf(entry);
}

// First in, first out, unless the operation says which one it means.
function findItem(queue: readonly Draft[], first: number, content: string | undefined): Draft | undefined {
  for (let at = first; content !== undefined && at < queue.length && at < first + MAX_LOOK; at++) {
    const item = queue[at];
    if (item?.outcome === 'waiting' && item.text === content) return item;
  }
  return queue[first];
}

// Keeps a hostile queue from costing the square of its length; a person queues a handful.
const MAX_LOOK = 1000;

function deliveredText(entry: Entry): string | undefined {
  if (entry.value.type === 'user') return contentText(messageOf(entry)?.content).trim();
  const attachment = entry.value.type === 'attachment' ? objectField(entry.value, 'attachment') : undefined;
  return attachment?.type === 'queued_command' ? contentText(attachment.prompt).trim() : undefined;
}
