// Makes calls and results whole: an unanswered call gets a result that says so, a result without its call becomes text [R5].
import { asWords, isObject, type Json, type JsonObject, stringField } from '../../base/json.ts';
import { arrayBlocks, contentText, entryBlocks } from '../../log/block.ts';
import { type MendChange, type Mended, type MendedLine, madeFrom, presentEntries } from './mended-line.ts';

const MISSING_RESULT =
  '[The result of this call was lost: the session ended or was damaged before it was written.]';

/** `newUuid` names the entries that are added. */
export function mendCalls(lines: readonly MendedLine[], newUuid: () => string): Mended {
  const present = presentEntries(lines);
  const uses = new Set<string>();
  const answered = new Set<string>();
  for (const { entry } of present) {
    for (const block of entryBlocks(entry)) {
      if (block.type === 'tool_use') uses.add(asWords(block.id));
      if (block.type === 'tool_result') answered.add(asWords(block.tool_use_id));
    }
  }
  const changes: MendChange[] = [];
  const mended = lines.flatMap((one): MendedLine[] => {
    if (one.value === undefined || !isObject(one.value.message)) return [one];
    const left = keepStrays(one, uses, changes);
    // What is not in the graph is not sent, and a result would have nothing to hang on.
    if (typeof one.value.uuid !== 'string') return [left];
    const open = arrayBlocks(one.value.message.content).filter(
      (block) => block.type === 'tool_use' && !answered.has(asWords(block.id)),
    );
    if (open.length === 0) return [left];
    for (const block of open) {
      changes.push({
        kind: 'add-result',
        place: one.line?.place,
        message: `The call ${asWords(block.id)} (${asWords(block.name)}) on line ${one.line?.place.line ?? '(new)'} had no result; one that says so follows it now.`,
      });
    }
    return [left, { line: undefined, value: lostResult(one.value, open, newUuid()) }];
  });
  return { lines: hangOnResults(mended), changes };
}

function keepStrays(one: MendedLine, uses: ReadonlySet<string>, changes: MendChange[]): MendedLine {
  const message = one.value?.message;
  if (!isObject(message) || !Array.isArray(message.content)) return one;
  let stray = false;
  const content = (message.content as readonly Json[]).map((block): Json => {
    if (!isObject(block) || block.type !== 'tool_result' || uses.has(asWords(block.tool_use_id)))
      return block;
    stray = true;
    changes.push({
      kind: 'keep-stray-result',
      place: one.line?.place,
      message: `The result on line ${one.line?.place.line ?? '(new)'} has no call (${asWords(block.tool_use_id)}); its text is kept as text.`,
    });
    return {
      type: 'text',
      text: `[Result of a tool call that was lost]\n${contentText(block.content)}`.trim(),
    };
  });
  return stray ? { ...one, value: { ...one.value, message: { ...message, content } } } : one;
}

function lostResult(use: JsonObject, open: readonly JsonObject[], uuid: string): JsonObject {
  const content = open.map((block) => ({
    type: 'tool_result',
    tool_use_id: block.id,
    content: MISSING_RESULT,
    is_error: true,
  }));
  return {
    ...madeFrom(use, uuid, use.uuid ?? null),
    message: { role: 'user', content },
    toolUseResult: MISSING_RESULT,
  };
}

// What hung on an unanswered call hangs on its result now, unless it is another block of the same answer.
function hangOnResults(lines: readonly MendedLine[]): MendedLine[] {
  const resultOf = new Map<string, { readonly uuid: string; readonly id: Json | undefined }>();
  for (const [i, { line, value }] of lines.entries()) {
    const use = lines[i - 1]?.value;
    const [of, uuid] = [stringField(use, 'uuid'), stringField(value, 'uuid')];
    if (line || value?.toolUseResult !== MISSING_RESULT || of === undefined || uuid === undefined) continue;
    resultOf.set(of, { uuid, id: isObject(use?.message) ? use.message.id : undefined });
  }
  return lines.map((one) => {
    const result = resultOf.get(stringField(one.value, 'parentUuid') ?? '');
    if (!result || one.value === undefined || one.value.uuid === result.uuid) return one;
    const sameAnswer =
      isObject(one.value.message) && result.id !== undefined && one.value.message.id === result.id;
    return sameAnswer ? one : { ...one, value: { ...one.value, parentUuid: result.uuid } };
  });
}
