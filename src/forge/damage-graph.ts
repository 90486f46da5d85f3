// Damage to the links between entries, and to their identity and order.
import type { JsonObject } from '../base/json.ts';
import type { Damage } from './damage.ts';
import { findEntries, insertLine, isInChain, pickEntry, setEntry } from './draft.ts';

export const damageGraph: Readonly<Record<string, Damage>> = {
  'duplicate-uuid': (draft, random) => {
    const entry = pickEntry(draft, random, isInChain);
    if (!entry) return;
    const copy = { ...entry.value, timestamp: '2025-01-01T00:00:00.000Z', note: 'same uuid, other content' };
    insertLine(draft, entry.at + 1, JSON.stringify(copy));
  },
  'dangling-parent': (draft, random) => {
    const entry = pickEntry(draft, random, isInChain);
    if (entry) setEntry(draft, entry.at, { ...entry.value, parentUuid: random.uuid() });
  },
  'null-parent': (draft, random) => {
    const entry = pickEntry(draft, random, isInChain);
    if (entry) setEntry(draft, entry.at, { ...entry.value, parentUuid: null });
  },
  cycle: (draft) => {
    // The root of the longest stretch hangs on the last entry: every walk goes round.
    const linked = findEntries(draft, (value) => typeof value.uuid === 'string');
    const last = linked.findLast((entry) => isInChain(entry.value));
    if (!last) return;
    const byUuid = new Map(linked.map((entry) => [entry.value.uuid, entry]));
    let root = last;
    for (let steps = 0; steps < linked.length; steps++) {
      const parent = byUuid.get(root.value.parentUuid as string);
      if (!parent) break;
      root = parent;
    }
    setEntry(draft, root.at, { ...root.value, parentUuid: last.value.uuid as string });
  },
  'self-parent': (draft, random) => {
    const entry = pickEntry(draft, random, isInChain);
    if (entry) setEntry(draft, entry.at, { ...entry.value, parentUuid: entry.value.uuid });
  },
  'same-timestamps': (draft) => {
    const dated = findEntries(draft, (value) => typeof value.timestamp === 'string');
    const timestamp = dated[0]?.value.timestamp;
    for (const entry of dated) setEntry(draft, entry.at, { ...entry.value, timestamp });
  },
  'mixed-session-ids': (draft, random) => {
    const other = random.uuid();
    const owned = findEntries(draft, (value) => typeof value.sessionId === 'string');
    for (const entry of owned.slice(0, Math.ceil(owned.length / 3))) {
      setEntry(draft, entry.at, { ...entry.value, sessionId: other });
    }
  },
  'unknown-type': (draft, random) => {
    const entry = pickEntry(draft, random, isInChain);
    if (!entry) return;
    const { parentUuid, sessionId, timestamp } = entry.value;
    const uuid = random.uuid();
    const stranger = { parentUuid, type: 'hologram', uuid, sessionId, timestamp, beam: { angle: 12.5 } };
    setEntry(draft, entry.at, { ...entry.value, parentUuid: uuid });
    insertLine(draft, entry.at, JSON.stringify(stranger));
  },
  'unknown-fields': (draft, random) => {
    const entry = pickEntry(draft, random, () => true);
    const extra: JsonObject = { futureField: { nested: [1, 'two', null] }, '7': 'integer-like key' };
    if (entry) setEntry(draft, entry.at, { ...entry.value, ...extra });
  },
  'shuffled-lines': (draft, random) => {
    draft.lines = random.shuffle(draft.lines);
  },
  'duplicate-line': (draft, random) => {
    const at = random.int(0, draft.lines.length - 1);
    const line = draft.lines[at];
    if (line) insertLine(draft, at, line);
  },
};
