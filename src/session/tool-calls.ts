// Joins each tool use with its result [T1]–[T4]: one call per id, with its status, times and place among parallel calls.
import { isObject, type Json, type JsonObject, numberField } from '../base/json.ts';
import {
  arrayBlocks,
  contentText,
  entryBlocks,
  type ImageBlock,
  isImage,
  isToolResult,
  isToolUse,
  type ToolResultBlock,
  type ToolUseBlock,
} from '../log/block.ts';
import { messageIdOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { type ToolStatus, toolStatus } from './tool-status.ts';

export interface ToolResult {
  readonly entry: Entry;
  readonly block: ToolResultBlock;
}

/** A tool use with its results. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly entry: Entry;
  readonly block: ToolUseBlock;
  /** Further entries that hold the same use: re-logged copies, not calls of their own. */
  readonly copies: readonly Entry[];
  /** All results; the first one counts, the others are re-logged copies [T1]. */
  readonly results: readonly ToolResult[];
  readonly resultText: string;
  readonly resultImages: readonly ImageBlock[];
  readonly status: ToolStatus;
  /** The result's own flag, which rejected and interrupted calls carry too. */
  readonly isError: boolean;
  /** What the client keeps beside the result, as it is [T2]; undefined for copies of old clients. */
  readonly toolUseResult: Json | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly durationMs: number | undefined;
  /** `logged` is the tool's own figure; `timestamps` is result minus use and holds the wait for a permission too. */
  readonly durationBasis: 'logged' | 'timestamps' | undefined;
  readonly messageId: string | undefined;
  /** Among the uses of one message: this is number `position` (from 1) of `count`. */
  readonly parallel: { readonly count: number; readonly position: number };
}

/** The calls of some entries, and the results that belong to none. */
export interface PairedToolCalls {
  /** In the order of their first uses. */
  readonly calls: readonly ToolCall[];
  /** Results whose use is not among the entries [T1]. */
  readonly strayResults: readonly ToolResult[];
}

/** The entries may stand in any order: a result found before its use is still its result. */
export function pairToolCalls(entries: readonly Entry[]): PairedToolCalls {
  const uses = new Map<string, Use>();
  const results = new Map<string, ToolResult[]>();
  const sizes = new Map<string, number>();
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as Entry;
    const blocks = entryBlocks(entry);
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at] as JsonObject;
      if (isToolUse(block)) addUse(uses, sizes, entry, block);
      else if (isToolResult(block)) {
        const known = results.get(block.tool_use_id);
        if (known) known.push({ entry, block });
        else results.set(block.tool_use_id, [{ entry, block }]);
      }
    }
  }
  const calls: ToolCall[] = [];
  for (const use of uses.values()) {
    const count = use.messageId === undefined ? 1 : (sizes.get(use.messageId) ?? 1);
    calls.push(makeCall(use, results.get(use.block.id) ?? [], count));
  }
  const strayResults: ToolResult[] = [];
  for (const [id, list] of results) if (!uses.has(id)) for (const result of list) strayResults.push(result);
  return { calls, strayResults };
}

interface Use {
  readonly entry: Entry;
  readonly block: ToolUseBlock;
  readonly messageId: string | undefined;
  readonly position: number;
  readonly copies: Entry[];
}

function addUse(uses: Map<string, Use>, sizes: Map<string, number>, entry: Entry, block: ToolUseBlock): void {
  const known = uses.get(block.id);
  if (known) {
    known.copies.push(entry);
    return;
  }
  const messageId = messageIdOf(entry);
  const position = messageId === undefined ? 1 : (sizes.get(messageId) ?? 0) + 1;
  if (messageId !== undefined) sizes.set(messageId, position);
  uses.set(block.id, { entry, block, messageId, position, copies: [] });
}

function makeCall(use: Use, results: readonly ToolResult[], count: number): ToolCall {
  const { entry, block, messageId, position, copies } = use;
  const name = typeof block.name === 'string' ? block.name : '(none)';
  const input = isObject(block.input) ? block.input : {};
  const result = results[0];
  const resultText = contentText(result?.block.content);
  const toolUseResult = result && toolUseResultOf(result.entry);
  const isError = result?.block.is_error === true;
  const startedAt = timeOf(entry);
  const endedAt = result && timeOf(result.entry);
  return {
    id: block.id,
    name,
    input,
    entry,
    block,
    copies,
    results,
    resultText,
    resultImages: arrayBlocks(result?.block.content).filter(isImage),
    status: toolStatus({ name, answered: result !== undefined, isError, text: resultText, toolUseResult }),
    isError,
    toolUseResult,
    startedAt,
    endedAt,
    ...durationOf(toolUseResult, startedAt, endedAt),
    messageId,
    parallel: { count, position },
  };
}

// The field belongs to the line, so it says nothing about one of several results on that line.
function toolUseResultOf(entry: Entry): Json | undefined {
  const results = entryBlocks(entry).filter((block) => block.type === 'tool_result').length;
  return results === 1 ? entry.value.toolUseResult : undefined;
}

function durationOf(
  toolUseResult: Json | undefined,
  startedAt: number | undefined,
  endedAt: number | undefined,
): Pick<ToolCall, 'durationMs' | 'durationBasis'> {
  const logged = isObject(toolUseResult) ? loggedDuration(toolUseResult) : undefined;
  if (logged !== undefined && logged >= 0) return { durationMs: logged, durationBasis: 'logged' };
  if (startedAt === undefined || endedAt === undefined || endedAt < startedAt) {
    return { durationMs: undefined, durationBasis: undefined };
  }
  return { durationMs: endedAt - startedAt, durationBasis: 'timestamps' };
}

function loggedDuration(result: JsonObject): number | undefined {
  const seconds = numberField(result, 'durationSeconds');
  return (
    numberField(result, 'durationMs') ??
    numberField(result, 'totalDurationMs') ??
    (seconds === undefined ? undefined : seconds * 1000)
  );
}
