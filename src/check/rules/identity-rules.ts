// Rules about whose file it is: session ids that are mixed, or are not the file's name [G10].
import { countOf } from '../../base/format-number.ts';
import { sessionIdOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { CheckRule } from '../finding.ts';
import { NOTHING_TO_DO, shortId } from '../wording.ts';

const mixedSessionIds: CheckRule = {
  id: 'mixed-session-ids',
  formatRule: 'G10',
  severity: 'warning',
  find: ({ thread }) => {
    const ids = firstById(thread.entries);
    if (ids.size < 2) return [];
    const second = [...ids.values()][1];
    const message = `The entries name ${countOf(ids.size, 'session id')} (${[...ids.keys()].slice(0, 3).map(shortId).join(', ')}${ids.size > 3 ? ' …' : ''}): a resume loads them all the same, but agents and sidecars may not be found.`;
    return [{ at: second, message, remedy: NOTHING_TO_DO }];
  },
};

const otherFileName: CheckRule = {
  id: 'session-id-not-file-name',
  formatRule: 'F1',
  severity: 'warning',
  find: ({ thread, sessionId, kind }) => {
    if (sessionId === undefined || kind === 'agent') return [];
    const ids = firstById(thread.entries);
    if (ids.size === 0 || ids.has(sessionId)) return [];
    const [id, at] = [...ids][0] as [string, Entry];
    const message = `The file is named ${shortId(sessionId)}, its entries name session ${shortId(id)}: it was renamed or copied.`;
    return [{ at, message, remedy: `Rename the file to ${shortId(id)}.jsonl, unless that one exists.` }];
  },
};

export const identityRules: readonly CheckRule[] = [mixedSessionIds, otherFileName];

function firstById(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const ids = new Map<string, Entry>();
  for (const entry of entries) {
    const id = sessionIdOf(entry);
    if (id !== undefined && !ids.has(id)) ids.set(id, entry);
  }
  return ids;
}
