// Tool calls as rows: each use with its results, view, words, images, and the agents that it started.
import { readImageInfo } from '../base/image-info.ts';
import { entryBlocks, isToolUse, type ToolUseBlock } from '../log/block.ts';
import type { Entry } from '../log/line.ts';
import { pairToolCalls, type ToolCall } from '../session/tool-calls.ts';
import { describeOutcome } from '../session/tool-view/describe-outcome.ts';
import { summariseToolCall } from '../session/tool-view/summarise-tool-call.ts';
import { viewToolCall } from '../session/tool-view/view-tool-call.ts';
import type { AgentRow, ToolRow } from './row.ts';
import { sourceOf } from './row-source.ts';

export interface ToolRows {
  /** The row of a use; undefined for a copy of a use that has its row elsewhere. */
  readonly rowOf: (block: ToolUseBlock) => ToolRow | undefined;
  readonly callOf: (id: string) => ToolCall | undefined;
  readonly agentsOf: (call: ToolCall) => readonly AgentRow[];
}

/** Pairs the calls of a whole branch at once: a result may stand in a later turn than its use. */
export function openToolRows(
  entries: readonly Entry[],
  agentRows: (call: ToolCall) => readonly AgentRow[],
): ToolRows {
  const calls = new Map(pairToolCalls(entries).calls.map((call) => [call.id, call]));
  return {
    callOf: (id) => calls.get(id),
    agentsOf: agentRows,
    rowOf: (block) => {
      const call = calls.get(block.id);
      return call?.block === block ? toolRow(call, agentRows(call)) : undefined;
    },
  };
}

function toolRow(call: ToolCall, agents: readonly AgentRow[]): ToolRow {
  const view = viewToolCall(call);
  const copies = call.copies.flatMap((entry) =>
    entryBlocks(entry).filter((block) => isToolUse(block) && block.id === call.id && block !== call.block),
  );
  const results = call.results.map(({ block }) => block);
  return {
    kind: 'tool',
    ...sourceOf(call.entry, [call.block, ...copies, ...results]),
    call,
    view,
    summary: summariseToolCall(call, view),
    outcome: describeOutcome(call, view),
    images: call.resultImages.map(readImageInfo),
    agents,
  };
}
