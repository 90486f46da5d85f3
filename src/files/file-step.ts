// What each tool call did to a file: read it, wrote it, edited it, with the contents before and after as far as the log knows them.
import {
  arrayField,
  asObject,
  isObject,
  type JsonObject,
  numberField,
  objectField,
  stringField,
} from '../base/json.ts';
import type { ToolCall } from '../session/tool-calls.ts';
import { viewChange } from '../session/tool-view/view-change.ts';

export type TouchKind = 'read' | 'create' | 'write' | 'edit';

/** How many characters edits may still read and write: a few lines of a log must not become gigabytes. */
export interface TextRoom {
  left: number;
}

export interface FileStep {
  readonly kind: TouchKind;
  readonly path: string;
  readonly call: ToolCall;
  readonly added: number;
  readonly removed: number;
  /** The whole content that the client noted before the call; null where there was no file. */
  readonly before: string | null | undefined;
  /** The whole content after it, or how to make it of the content before. */
  readonly after: string | ((before: string, room: TextRoom) => string | undefined) | undefined;
}

/** The step of a call that went well; undefined for other tools, and where nothing was done. */
export function readStep(call: ToolCall): FileStep | undefined {
  if (call.status !== 'ok') return undefined;
  const result = asObject(call.toolUseResult);
  if (call.name === 'Read' || call.name === 'NotebookRead') return readOf(call, result);
  const change = viewChange(call);
  if (!change) return undefined;
  const { path, added, removed } = change;
  const common = { path, call, added, removed };
  if (change.tool === 'Write') {
    const before = change.created ? null : stringField(result, 'originalFile');
    const after = stringField(result, 'content') ?? stringField(call.input, 'content');
    return { ...common, kind: change.created ? 'create' : 'write', before, after };
  }
  const before = stringField(result, 'originalFile') ?? stringField(result, 'originalFileContents');
  if (change.tool === 'NotebookEdit') return { ...common, kind: 'edit', before, after: undefined };
  const edits =
    change.tool === 'MultiEdit' ? (arrayField(call.input, 'edits') ?? []).filter(isObject) : [call.input];
  // An edit of nothing into something makes the file.
  const [first] = edits;
  const creates = change.created || (before === undefined && stringField(first, 'old_string') === '');
  return {
    ...common,
    kind: creates ? 'create' : 'edit',
    before: creates && before === undefined ? null : before,
    // A person who changed the proposal wrote what only the patch knows.
    after: change.userModified ? undefined : (text, room) => applyEdits(text, edits, room),
  };
}

function readOf(call: ToolCall, result: JsonObject | undefined): FileStep | undefined {
  const path = stringField(call.input, 'file_path') ?? stringField(call.input, 'notebook_path');
  if (path === undefined) return undefined;
  const file = objectField(result, 'file');
  const whole =
    stringField(result, 'type') === 'text' &&
    (numberField(file, 'startLine') ?? 1) <= 1 &&
    numberField(file, 'numLines') === numberField(file, 'totalLines');
  const after = whole ? stringField(file, 'content') : undefined;
  return { kind: 'read', path, call, added: 0, removed: 0, before: undefined, after };
}

function applyEdits(text: string, edits: readonly JsonObject[], room: TextRoom): string | undefined {
  let now = text;
  for (const edit of edits) {
    const from = stringField(edit, 'old_string');
    const to = stringField(edit, 'new_string');
    if (from === undefined || to === undefined) return undefined;
    const places = from === '' ? 0 : edit.replace_all === true ? countPlaces(now, from) : 1;
    const takes = 2 * now.length + places * (to.length + PLACE);
    if (takes > room.left) return undefined;
    room.left -= takes;
    if (from === '') now = now === '' ? to : now;
    else if (!now.includes(from)) return undefined;
    // Not with a string: `$&` in code is text.
    else now = edit.replace_all === true ? now.replaceAll(from, () => to) : now.replace(from, () => to);
  }
  return now;
}

/** What it takes to change one place, in characters. */
const PLACE = 20;

function countPlaces(text: string, part: string): number {
  let places = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places++;
  return places;
}
