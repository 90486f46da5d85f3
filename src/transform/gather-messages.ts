// Brings the lines of one answer together: uses first, then their results, the only order that every client reads whole [R2].
import { entryBlocks } from '../log/block.ts';
import { messageIdOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { CutItem } from './cut-session.ts';

/** Within each answer, its own lines come first and what stood between them follows, each in its order. */
export function gatherMessages(path: readonly Entry[]): Entry[] {
  const gathered: Entry[] = [];
  let own: Entry[] = [];
  let between: Entry[] = [];
  let id: string | undefined;
  const close = () => {
    // Not by spreading, which has an end: thousands of notes may stand behind one answer.
    for (const entry of own) gathered.push(entry);
    for (const entry of between) gathered.push(entry);
    own = [];
    between = [];
    id = undefined;
  };
  for (const entry of path) {
    const { type } = entry.value;
    if (type === 'assistant') {
      const next = messageIdOf(entry);
      if (id === undefined || next !== id) close();
      id = next;
      own.push(entry);
    } else if (id !== undefined && (type !== 'user' || isResult(entry))) {
      between.push(entry);
    } else {
      close();
      gathered.push(entry);
    }
  }
  close();
  return gathered;
}

// Clients join the lines of an answer across results, but not across anything that a person said.
function isResult(entry: Entry): boolean {
  return entryBlocks(entry).some((block) => block.type === 'tool_result');
}

/** The same for items; what lies beside a link goes with it. */
export function gatherItems(items: readonly CutItem[]): CutItem[] {
  const gathered: CutItem[] = [];
  const units = new Map<Entry, CutItem[]>();
  let unit = gathered;
  for (const item of items) {
    if (item.role === 'chain' && item.entry) {
      unit = [];
      units.set(item.entry, unit);
    }
    unit.push(item);
  }
  for (const entry of gatherMessages([...units.keys()]))
    for (const item of units.get(entry) ?? []) gathered.push(item);
  return gathered;
}
