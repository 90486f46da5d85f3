// Views of the searching tools: Grep, Glob and ToolSearch.
import { arrayField, asObject, type Json, numberField, stringField } from '../../base/json.ts';
import { arrayBlocks } from '../../log/block.ts';
import type { ToolCall } from '../tool-calls.ts';

export interface GrepView {
  readonly tool: 'Grep';
  readonly pattern: string;
  readonly path: string | undefined;
  readonly glob: string | undefined;
  readonly mode: 'content' | 'files_with_matches' | 'count';
  readonly files: readonly string[];
  /** How many files, where the mode tells: `content` names no files. */
  readonly fileCount: number | undefined;
  /** Lines that came back in mode `content`; lines around the matches are among them when asked for. */
  readonly lines: number | undefined;
  /** Matches, where they can be told from the lines around them. */
  readonly matches: number | undefined;
  readonly content: string;
}

export interface GlobView {
  readonly tool: 'Glob';
  readonly pattern: string;
  readonly path: string | undefined;
  readonly files: readonly string[];
  readonly fileCount: number;
  readonly truncated: boolean;
}

export interface ToolSearchView {
  readonly tool: 'ToolSearch';
  readonly query: string;
  readonly matches: readonly string[];
}

export function viewGrep(call: ToolCall): GrepView | undefined {
  const pattern = stringField(call.input, 'pattern');
  if (pattern === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  const mode = modeOf(stringField(result, 'mode') ?? stringField(call.input, 'output_mode'));
  const files =
    strings(arrayField(result, 'filenames')) ?? (mode === 'files_with_matches' ? textFiles(call) : []);
  const content = stringField(result, 'content') ?? (mode === 'content' && !result ? call.resultText : '');
  const counted = numberField(result, 'numLines');
  const lines =
    mode === 'content' ? (counted ?? (call.status === 'ok' ? lineCount(content) : undefined)) : undefined;
  const widened = AROUND.some((key) => call.input[key] !== undefined);
  return {
    tool: 'Grep',
    pattern,
    path: stringField(call.input, 'path'),
    glob:
      stringField(call.input, 'glob') ??
      stringField(call.input, 'type') ??
      stringField(call.input, 'include'),
    mode,
    files,
    fileCount: mode === 'content' ? undefined : (numberField(result, 'numFiles') ?? files.length),
    lines,
    matches: mode === 'count' ? numberField(result, 'numMatches') : widened ? undefined : lines,
    content,
  };
}

export function viewGlob(call: ToolCall): GlobView | undefined {
  const pattern = stringField(call.input, 'pattern');
  if (pattern === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  const files = strings(arrayField(result, 'filenames')) ?? textFiles(call);
  return {
    tool: 'Glob',
    pattern,
    path: stringField(call.input, 'path'),
    files,
    fileCount: numberField(result, 'numFiles') ?? files.length,
    truncated: result?.truncated === true,
  };
}

export function viewToolSearch(call: ToolCall): ToolSearchView | undefined {
  const query = stringField(call.input, 'query');
  if (query === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  const named = arrayBlocks(call.results[0]?.block.content).flatMap(
    (block) => stringField(block, 'tool_name') ?? [],
  );
  return { tool: 'ToolSearch', query, matches: strings(arrayField(result, 'matches')) ?? named };
}

const AROUND: readonly string[] = ['-A', '-B', '-C', 'context', 'multiline'];
const NOTHING_FOUND = /^(?:No (?:files|matches) found|Found 0 )/;

function modeOf(mode: string | undefined): GrepView['mode'] {
  return mode === 'content' || mode === 'count' ? mode : 'files_with_matches';
}

function strings(values: readonly Json[] | undefined): string[] | undefined {
  return values?.filter((value): value is string => typeof value === 'string');
}

// Results without toolUseResult (copies, some agents): a heading, then one path a line.
function textFiles(call: ToolCall): string[] {
  if (call.status !== 'ok' || NOTHING_FOUND.test(call.resultText)) return [];
  return call.resultText
    .split('\n')
    .filter((line) => line !== '' && !/^(?:Found \d+ |\(Results are truncated)/.test(line));
}

function lineCount(content: string): number {
  if (NOTHING_FOUND.test(content)) return 0;
  return content.split('\n').filter((line) => line !== '' && line !== '--').length;
}
