// Rules about tool calls: uses without results, results without uses, and either of them twice [T1] [R5].

import { countOf } from '../../base/format-number.ts';
import { entryBlocks, isToolResult, isToolUse } from '../../log/block.ts';
import { messageIdOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { listLines } from '../../log/list-lines.ts';
import type { ToolCall } from '../../session/tool-calls.ts';
import type { CheckedSession } from '../checked-session.ts';
import type { CheckRule, Found } from '../finding.ts';
import { NOTHING_TO_DO, repairRemedy, shortId } from '../wording.ts';

const orphanUse: CheckRule = {
  id: 'orphan-use',
  formatRule: 'T1',
  severity: 'warning',
  find: (checked) => {
    const last = lastAnswer(checked);
    const open = checked.calls.calls.filter((call) => call.results.length === 0);
    const found: Found[] = [];
    const beside: ToolCall[] = [];
    for (const call of open) {
      const at = call.entry;
      const name = `The call ${shortId(call.id)} (${shortId(call.name)})`;
      if (!checked.path.has(at)) beside.push(call);
      else if (messageIdOf(at) === last) {
        const message = `${name} has no result: the session ended before it came. The newest client answers it as interrupted, others drop it.`;
        found.push({ at, message, remedy: NOTHING_TO_DO, severity: 'note' });
      } else {
        const message = checked.sent.has(at)
          ? `${name} has no result: the client sends an invented one.`
          : `${name} has no result: every client leaves the entry out.`;
        found.push({ at, message, remedy: repairRemedy(checked) });
      }
    }
    if (beside.length > 0)
      found.push(
        besideThePath(
          beside.map((call) => call.entry),
          'call',
          'without a result',
        ),
      );
    return found;
  },
};

const orphanResult: CheckRule = {
  id: 'orphan-result',
  formatRule: 'T1',
  severity: 'warning',
  find: (checked) => {
    const stray = checked.calls.strayResults;
    const found: Found[] = stray
      .filter(({ entry }) => checked.path.has(entry))
      .map(({ entry, block }) => ({
        at: entry,
        message: `A result for ${shortId(block.tool_use_id)}, which no call has: newer clients leave it out, those to 2.0.64 send it and the API refuses.`,
        remedy: repairRemedy(checked),
      }));
    // Second results are another rule's.
    const known = new Set(
      [...stray, ...checked.calls.calls.flatMap((call) => call.results.slice(1))].map(({ entry }) => entry),
    );
    const lost = checked.prediction.lost.filter(
      ({ reason, entry }) => reason === 'orphan-result' && !known.has(entry),
    );
    const calls = lost.length > 0 ? callsOn(checked.path) : new Set<string>();
    for (const { entry } of lost) {
      // Mending hangs lost links where they belong; what stands between a call and its result it leaves there.
      const isParted = entryBlocks(entry)
        .filter(isToolResult)
        .every((block) => calls.has(block.tool_use_id));
      found.push({
        at: entry,
        message: isParted
          ? 'A result that does not stand right behind its call: it is left out.'
          : 'A result whose call is not on the resumed path: it is left out.',
        remedy: isParted ? NOTHING_TO_DO : repairRemedy(checked),
      });
    }
    const beside = stray.filter(({ entry }) => !checked.path.has(entry)).map(({ entry }) => entry);
    if (beside.length > 0) found.push(besideThePath(beside, 'result', 'without a call'));
    return found;
  },
};

const repeatedResult: CheckRule = {
  id: 'repeated-result',
  formatRule: 'T1',
  severity: 'note',
  find: ({ calls }) => {
    const twice = calls.calls.filter((call) => call.results.length > 1);
    if (twice.length === 0) return [];
    const again = twice.flatMap((call) => call.results.slice(1)).map(({ entry }) => entry);
    const message = `${countOf(twice.length, 'call has', 'calls have')} more than one result (again in ${listLines(again)}): the first counts.`;
    return [{ at: again[0], message, remedy: NOTHING_TO_DO }];
  },
};

const repeatedUse: CheckRule = {
  id: 'repeated-use',
  formatRule: 'T1',
  severity: 'note',
  find: ({ calls, path }) => {
    const copies = calls.calls.flatMap((call) =>
      call.copies.filter((copy) => messageIdOf(copy) !== messageIdOf(call.entry) && path.has(copy)),
    );
    if (copies.length === 0) return [];
    const message = `${countOf(copies.length, 'call is', 'calls are')} logged again in another message (${listLines(copies)}): the first counts.`;
    return [{ at: copies[0], message, remedy: NOTHING_TO_DO }];
  },
};

export const toolRules: readonly CheckRule[] = [orphanUse, orphanResult, repeatedResult, repeatedUse];

/** The id of the last answer on the path: what it left open may have been cut off by the session's end. */
function lastAnswer({ prediction, kind, thread }: CheckedSession): string | undefined {
  const entries = kind === 'agent' ? thread.entries : prediction.entries;
  const last = entries.findLast(
    (entry) => entry.value.type === 'assistant' || (entry.value.type === 'user' && !holdsResult(entry)),
  );
  return last?.value.type === 'assistant' ? (messageIdOf(last) ?? '') : undefined;
}

function callsOn(path: ReadonlySet<Entry>): ReadonlySet<string> {
  const calls = new Set<string>();
  for (const entry of path) for (const block of entryBlocks(entry)) if (isToolUse(block)) calls.add(block.id);
  return calls;
}

function holdsResult(entry: Entry): boolean {
  return entryBlocks(entry).some(isToolResult);
}

function besideThePath(entries: readonly Entry[], what: string, how: string): Found {
  return {
    at: entries[0],
    message: `${countOf(entries.length, what)} ${how} beside what a resume loads (${listLines(entries)}).`,
    remedy: NOTHING_TO_DO,
    severity: 'note',
  };
}
