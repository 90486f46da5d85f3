// Views of the tools that change files: Write, Edit, MultiEdit and NotebookEdit, each with its hunks and line counts.
import { arrayField, asObject, isObject, type JsonObject, stringField } from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';
import { countChanges, type Hunk, hunkBetween, readHunks, textLines } from './patch.ts';

export interface ChangeView {
  readonly tool: 'Write' | 'Edit' | 'MultiEdit' | 'NotebookEdit';
  readonly path: string;
  /** False where the call failed, was rejected or has no result: then nothing was written. */
  readonly applied: boolean;
  /** True where the file was not there before. */
  readonly created: boolean;
  /** What the call would change, with line numbers where the client kept its patch. */
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  readonly edits: number;
  readonly replaceAll: boolean;
  /** The person changed the proposal before accepting it. */
  readonly userModified: boolean;
}

export function viewChange(call: ToolCall): ChangeView | undefined {
  const tool = toolOf(call.name);
  const path = pathOfChange(call);
  if (tool === undefined || path === undefined) return undefined;
  const proposed = proposedHunks(tool, call.input);
  const result = asObject(call.toolUseResult);
  const logged = readHunks(result);
  // A new file has an empty patch, and all of its lines are new; of one that was there, an empty patch changed nothing.
  const isWhole = logged && (logged.length > 0 || stringField(result, 'type') === 'update');
  const hunks = isWhole ? logged : proposed;
  return {
    tool,
    path,
    applied: call.status === 'ok',
    created: stringField(result, 'type') === 'create' || CREATED.test(call.resultText),
    hunks,
    ...countChanges(hunks),
    edits: arrayField(call.input, 'edits')?.length ?? 1,
    replaceAll: call.input.replace_all === true,
    userModified: result?.userModified === true,
  };
}

/** The path of the file that a call would change: of every call that `viewChange` has a view of, without its hunks. */
export function pathOfChange({ name, input }: Pick<ToolCall, 'name' | 'input'>): string | undefined {
  const tool = toolOf(name);
  if (tool === undefined || !hasProposal(tool, input)) return undefined;
  return stringField(input, 'file_path') ?? stringField(input, 'notebook_path');
}

const CREATED = /^File created successfully/;

function toolOf(name: string): ChangeView['tool'] | undefined {
  return name === 'Write' || name === 'Edit' || name === 'MultiEdit' || name === 'NotebookEdit'
    ? name
    : undefined;
}

function hasProposal(tool: ChangeView['tool'], input: JsonObject): boolean {
  if (tool === 'MultiEdit') return arrayField(input, 'edits') !== undefined;
  if (tool === 'Edit') return isReplacement(input);
  // Deleting a notebook cell carries no source.
  return proposedText(tool, input) !== undefined || stringField(input, 'edit_mode') === 'delete';
}

function proposedHunks(tool: ChangeView['tool'], input: JsonObject): Hunk[] {
  if (tool === 'MultiEdit') return (arrayField(input, 'edits') ?? []).filter(isObject).flatMap(replacement);
  if (tool === 'Edit') return replacement(input);
  const lines = textLines(proposedText(tool, input) ?? '').map((line) => `+${line}`);
  return lines.length > 0 ? [{ oldStart: undefined, newStart: undefined, lines }] : [];
}

function proposedText(tool: ChangeView['tool'], input: JsonObject): string | undefined {
  return stringField(input, tool === 'Write' ? 'content' : 'new_source');
}

function isReplacement(edit: JsonObject): boolean {
  return stringField(edit, 'old_string') !== undefined && stringField(edit, 'new_string') !== undefined;
}

function replacement(edit: JsonObject): Hunk[] {
  if (!isReplacement(edit)) return [];
  const hunk = hunkBetween(stringField(edit, 'old_string') ?? '', stringField(edit, 'new_string') ?? '');
  return hunk ? [hunk] : [];
}
