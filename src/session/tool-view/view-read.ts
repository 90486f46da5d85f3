// Views of the tools that look at files and folders: Read and LS.
import { asObject, type JsonObject, numberField, objectField, stringField } from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';

export type ReadKind = 'text' | 'image' | 'pdf' | 'notebook' | 'unchanged' | 'unknown';

export interface ReadView {
  readonly tool: 'Read';
  readonly path: string;
  /** What was asked for; lines count from 1. */
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  readonly kind: ReadKind;
  /** The first line that came, how many came, and how many the file has. */
  readonly startLine: number | undefined;
  readonly lines: number | undefined;
  readonly totalLines: number | undefined;
}

export interface ListView {
  readonly tool: 'LS';
  readonly path: string;
  readonly listing: string;
}

export function viewRead(call: ToolCall): ReadView | undefined {
  const path = stringField(call.input, 'file_path') ?? stringField(call.input, 'path');
  if (path === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  const file = objectField(result, 'file');
  const seen = file === undefined && call.status === 'ok' ? numberedLines(call.resultText) : undefined;
  return {
    tool: 'Read',
    path,
    offset: numberField(call.input, 'offset'),
    limit: numberField(call.input, 'limit'),
    kind: kindOf(call, result, seen),
    startLine: numberField(file, 'startLine') ?? seen?.first,
    lines: numberField(file, 'numLines') ?? seen?.count,
    totalLines: numberField(file, 'totalLines'),
  };
}

export function viewList(call: ToolCall): ListView | undefined {
  const path = stringField(call.input, 'path');
  return path === undefined ? undefined : { tool: 'LS', path, listing: call.resultText };
}

function kindOf(
  call: ToolCall,
  result: JsonObject | undefined,
  seen: { readonly first: number } | undefined,
): ReadKind {
  const type = stringField(result, 'type');
  if (type === 'text' || type === 'image' || type === 'pdf' || type === 'notebook') return type;
  if (type === 'file_unchanged') return 'unchanged';
  // A PDF read by pages comes back as pictures of them.
  if (type === 'parts') return 'pdf';
  if (call.resultImages.length > 0) return 'image';
  if (call.resultText.startsWith('File unchanged since last read')) return 'unchanged';
  return seen ? 'text' : 'unknown';
}

const NUMBERED = /^ {0,8}(\d{1,9})(?:→|\t)/;

// Copies of 1.0.x keep only the text, in which the client numbers each line.
function numberedLines(text: string): { readonly first: number; readonly count: number } | undefined {
  let first: number | undefined;
  let count = 0;
  for (const line of text.split('\n')) {
    const number = NUMBERED.exec(line)?.[1];
    if (number === undefined) continue;
    first ??= Number(number);
    count++;
  }
  return first === undefined ? undefined : { first, count };
}
