// Rules about what a session left outside its file: agents, large outputs, the project's index [F2] [F3] [T5].

import { countOf } from '../../base/format-number.ts';
import { asObject, stringField } from '../../base/json.ts';
import { lastPart } from '../../base/last-part.ts';
import { listSome } from '../../base/list-some.ts';
import { contentText } from '../../log/block.ts';
import type { Entry } from '../../log/line.ts';
import { listLines } from '../../log/list-lines.ts';
import type { CheckRule, Found } from '../finding.ts';
import { NOTHING_TO_DO, shortId } from '../wording.ts';

const missingAgent: CheckRule = {
  id: 'missing-agent',
  formatRule: 'T5',
  severity: 'warning',
  find: ({ agentTree }) => {
    const missing = agentTree?.missing.filter(({ caller }) => caller === undefined) ?? [];
    const gone = missing.filter(({ why }) => why === 'no-file').map(({ call }) => call.entry);
    const half = missing.filter(({ why }) => why === 'progress-only').map(({ call }) => call.entry);
    const found: Found[] = [];
    if (gone.length > 0) {
      const one = gone.length === 1;
      const message = `${countOf(gone.length, 'agent has', 'agents have')} no file (${listLines(gone)}): ${one ? 'its result is' : 'their results are'} in the session, what ${one ? 'it' : 'they'} did is not.`;
      found.push({
        at: gone[0],
        message,
        remedy: 'Put the agent files back from a backup, if you have one.',
      });
    }
    if (half.length > 0) {
      const message = `${countOf(half.length, 'agent has', 'agents have')} no file (${listLines(half)}): what they did stands in progress entries only.`;
      found.push({ at: half[0], message, remedy: NOTHING_TO_DO, severity: 'note' });
    }
    return found;
  },
};

const unlinkedAgent: CheckRule = {
  id: 'agent-without-call',
  formatRule: 'F2',
  severity: 'note',
  find: ({ agentTree }) => {
    const unlinked = agentTree?.unlinked.filter(
      ({ source, unlinked: why }) => source === 'file' && why !== 'empty',
    );
    if (!unlinked?.length) return [];
    const ids = listSome(unlinked, 3, ({ agentId }) => shortId(agentId));
    const message = `${countOf(unlinked.length, 'agent file')} that no call in the session started: ${ids}.`;
    return [{ message, remedy: NOTHING_TO_DO }];
  },
};

const missingToolResult: CheckRule = {
  id: 'missing-tool-result',
  formatRule: 'F3',
  severity: 'warning',
  find: ({ calls, surroundings, path }) => {
    const present = surroundings?.toolResults;
    if (!present) return [];
    const gone: Entry[] = [];
    const names: string[] = [];
    for (const { results } of calls.calls) {
      for (const { entry, block } of results) {
        const name = persistedName(entry, contentText(block.content));
        if (name === undefined || present.has(name) || !path.has(entry)) continue;
        gone.push(entry);
        names.push(name);
      }
    }
    if (gone.length === 0) return [];
    const message = `${countOf(gone.length, 'large output')} in files that are not there (${listLines(gone)}): the model sees the beginning only and cannot read the rest (${shortId(names[0] ?? '')}${names.length > 1 ? ' …' : ''}).`;
    return [
      { at: gone[0], message, remedy: 'Put the tool-results folder back from a backup, if you have one.' },
    ];
  },
};

const notInIndex: CheckRule = {
  id: 'not-in-index',
  formatRule: 'F3',
  severity: 'note',
  find: ({ surroundings, prediction }) => {
    if (surroundings?.sessionsIndex?.lists !== false || prediction.of === 0) return [];
    const message =
      'The project’s sessions-index.json does not list this session: pickers that trust it do not show it.';
    return [{ message, remedy: 'Delete sessions-index.json: the client writes it anew.' }];
  },
};

export const sidecarRules: readonly CheckRule[] = [
  missingAgent,
  unlinkedAgent,
  missingToolResult,
  notInIndex,
];

const PERSISTED = /^<persisted-output>[^\n]{0,20}\n[^\n]{0,200}saved to: ([^\n]+)/;

/** The name of the file that an output was put in; only its last part, because a path from content is never followed. */
function persistedName(entry: Entry, text: string): string | undefined {
  const result = asObject(entry.value.toolUseResult);
  const path = stringField(result, 'persistedOutputPath') ?? PERSISTED.exec(text)?.[1];
  if (path === undefined || !/[/\\]tool-results[/\\]/.test(path)) return undefined;
  return lastPart(path.trim());
}
