// Takes out what the API refuses and no client mends: unsigned thinking, empty text, images that are too large [R6], halves of characters [L1].
import { isObject, type Json, type JsonObject, stringField } from '../../base/json.ts';
import { isWellFormed, toWellFormed } from '../../base/well-formed.ts';
import type { MendChange, Mended, MendedLine } from './mended-line.ts';

/** `tooLarge` tells of an image block whether the API would refuse it, and why. */
export function mendContent(
  lines: readonly MendedLine[],
  tooLarge: (image: JsonObject) => string | undefined,
): Mended {
  const refused = findRefusedThinking(lines);
  const changes: MendChange[] = [];
  const mended = lines.map((one): MendedLine => {
    const { value } = one;
    if (!value) return one;
    const note = (kind: string, what: string) =>
      changes.push({
        kind,
        place: one.line?.place,
        message: `Line ${one.line?.place.line ?? '(new)'}: ${what}.`,
      });
    if (!isObject(value.message)) return { ...one, value: mendBeside(value, note) };
    const { id, content: before } = value.message;
    const saying = (content: Json) => ({
      ...one,
      value: { ...value, message: { ...(value.message as JsonObject), content } },
    });
    if (typeof before === 'string') {
      const content = mendHalves(before, note);
      return content === before ? one : saying(content);
    }
    if (!Array.isArray(before)) return one;
    const content = (before as readonly Json[]).flatMap((block): Json[] => {
      if (!isObject(block)) return [block];
      const why = block.type === 'thinking' && typeof id === 'string' ? refused.get(id) : undefined;
      if (why !== undefined) {
        note('drop-thinking', `thinking of an answer that ${why} was taken out`);
        return [];
      }
      if (block.type === 'text' && typeof block.text === 'string' && block.text.trim() === '') {
        note('drop-empty-text', 'an empty text block was taken out');
        return [];
      }
      return [dropRefused(mendHalves(block, note) as JsonObject, tooLarge, note)];
    });
    const same = content.length === before.length && content.every((block, i) => block === before[i]);
    return same ? one : saying(content);
  });
  return { lines: mended, changes };
}

// The API checks thinking by whole answers: where one block lacks its signature, the others may not stay alone. One with half
// of a character is refused as it is, and its signature does not allow it to be changed.
function findRefusedThinking(lines: readonly MendedLine[]): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { value } of lines) {
    const message = value?.message;
    if (
      value?.type !== 'assistant' ||
      !isObject(message) ||
      !Array.isArray(message.content) ||
      typeof message.id !== 'string'
    )
      continue;
    for (const block of message.content as readonly Json[]) {
      if (!isObject(block) || block.type !== 'thinking') continue;
      if (!stringField(block, 'signature')) reasons.set(message.id, 'lacks a signature');
      else if (!isWellFormed(block) && !reasons.has(message.id))
        reasons.set(message.id, 'holds half of a character');
    }
  }
  return reasons;
}

type Note = (kind: string, what: string) => void;

function mendHalves(content: Json, note: Note): Json {
  const whole = toWellFormed(content);
  if (whole !== content) note('mend-character', 'half of a character became the sign for an unknown one');
  return whole;
}

/** What clients make words of where an entry holds no message: of attachments, and of notes. */
const WORDS = ['attachment', 'rendered', 'content'] as const;

function mendBeside(value: JsonObject, note: Note): JsonObject {
  let mended = value;
  for (const key of WORDS) {
    const field = value[key];
    const whole = field === undefined ? undefined : mendHalves(field, note);
    if (whole !== field) mended = { ...mended, [key]: whole };
  }
  return mended;
}

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
