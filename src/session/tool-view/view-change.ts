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
  const path = stringField(call.input, 'file_path') ?? stringField(call.input, 'notebook_path');
  const proposed = tool && proposedHunks(tool, call.input);
  if (tool === undefined || path === undefined || proposed === undefined) return undefined;
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

const CREATED = /^File created successfully/;

function toolOf(name: string): ChangeView['tool'] | undefined {
  return name === 'Write' || name === 'Edit' || name === 'MultiEdit' || name === 'NotebookEdit'
    ? name
    : undefined;
}

function proposedHunks(tool: ChangeView['tool'], input: JsonObject): Hunk[] | undefined {
  if (tool === 'MultiEdit') {
    const edits = arrayField(input, 'edits')?.filter(isObject);
    return edits?.flatMap((edit) => replacement(edit) ?? []);
  }
  if (tool === 'Edit') return replacement(input);
  const content = stringField(input, tool === 'Write' ? 'content' : 'new_source');
  // Deleting a notebook cell carries no source.
  if (content === undefined) return stringField(input, 'edit_mode') === 'delete' ? [] : undefined;
  const lines = textLines(content).map((line) => `+${line}`);
  return lines.length > 0 ? [{ oldStart: undefined, newStart: undefined, lines }] : [];
}

function replacement(edit: JsonObject): Hunk[] | undefined {
  const oldText = stringField(edit, 'old_string');
  const newText = stringField(edit, 'new_string');
  if (oldText === undefined || newText === undefined) return undefined;
  const hunk = hunkBetween(oldText, newText);
  return hunk ? [hunk] : [];
}
