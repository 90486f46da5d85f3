// Takes out what the API refuses and no client mends: unsigned thinking, empty text, images that are too large [R6].
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { MendChange, Mended, MendedLine } from './mended-line.ts';

/** `tooLarge` tells of an image block whether the API would refuse it, and why. */
export function mendContent(
  lines: readonly MendedLine[],
  tooLarge: (image: JsonObject) => string | undefined,
): Mended {
  const unsigned = findUnsigned(lines);
  const changes: MendChange[] = [];
  const mended = lines.map((one): MendedLine => {
    const { value } = one;
    if (!value || !isObject(value.message) || !Array.isArray(value.message.content)) return one;
    const note = (kind: string, what: string) =>
      changes.push({
        kind,
        place: one.line?.place,
        message: `Line ${one.line?.place.line ?? '(new)'}: ${what}.`,
      });
    const id = value.message.id;
    const content = (value.message.content as readonly Json[]).flatMap((block): Json[] => {
      if (!isObject(block)) return [block];
      if (block.type === 'thinking' && typeof id === 'string' && unsigned.has(id)) {
        note('drop-thinking', 'thinking of an answer that lacks a signature was taken out');
        return [];
      }
      if (block.type === 'text' && typeof block.text === 'string' && block.text.trim() === '') {
        note('drop-empty-text', 'an empty text block was taken out');
        return [];
      }
      return [dropRefused(block, tooLarge, note)];
    });
    const same =
      content.length === value.message.content.length &&
      content.every((block, i) => block === (value.message as { content: readonly Json[] }).content[i]);
    return same ? one : { ...one, value: { ...value, message: { ...value.message, content } } };
  });
  return { lines: mended, changes };
}

// The API checks thinking by whole answers: where one block lacks its signature, the others may not stay alone.
function findUnsigned(lines: readonly MendedLine[]): Set<string> {
  const ids = new Set<string>();
  for (const { value } of lines) {
    const message = value?.message;
    if (
      value?.type !== 'assistant' ||
      !isObject(message) ||
      !Array.isArray(message.content) ||
      typeof message.id !== 'string'
    )
      continue;
    if (
      (message.content as readonly Json[]).some(
        (block) => isObject(block) && block.type === 'thinking' && !block.signature,
      )
    )
      ids.add(message.id);
  }
  return ids;
}

type Note = (kind: string, what: string) => void;

function dropRefused(
  block: JsonObject,
  tooLarge: (image: JsonObject) => string | undefined,
  note: Note,
): Json {
  if (block.type === 'image') {
    const why = tooLarge(block);
    if (why === undefined) return block;
    note('drop-image', `an image that the API refuses was replaced by a word (${why})`);
    return {
      type: 'text',
      text: `[An image stood here; it was taken out because the API refuses it: ${why}]`,
    };
  }
  if (block.type !== 'tool_result' || !Array.isArray(block.content)) return block;
  const content = (block.content as readonly Json[]).map((inner) =>
    isObject(inner) ? dropRefused(inner, tooLarge, note) : inner,
  );
  return content.some((inner, i) => inner !== (block.content as readonly Json[])[i])
    ? { ...block, content }
    : block;
}
