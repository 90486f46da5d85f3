// Shortens what tools were given and what they gave back, keeping the shape of everything, `toolUseResult` included.
import { asWords, isObject, type Json, type JsonObject } from '../base/json.ts';
import { textStart } from '../base/text-start.ts';
import { blocksOf, type CallChoice, chooseCalls } from './choose-calls.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';
import { editBlocks } from './edit-blocks.ts';

export interface TruncateOptions extends CallChoice {
  /** The most characters that a text keeps. */
  readonly most: number;
  /** Also the inputs of the calls. */
  readonly inputs?: boolean;
}

export function truncateResults(session: CutSession, options: TruncateOptions): Cut {
  const ids = chooseCalls(session, options);
  let results = 0;
  let inputs = 0;
  const edited = editBlocks(session, (block, item) => {
    if (block.type === 'tool_result' && ids.has(asWords(block.tool_use_id))) {
      const content = shortenTexts(block.content ?? '', options.most, item);
      if (content === block.content || block.content === undefined) return block;
      results++;
      return { ...block, content };
    }
    if (!options.inputs || block.type !== 'tool_use' || !ids.has(asWords(block.id))) return block;
    const input = shortenTexts(block.input ?? {}, options.most, item);
    if (input === block.input) return block;
    inputs++;
    return { ...block, input };
  });
  const items = edited.items.map((item) => shortenBeside(item, ids, options.most));
  const changes = {
    ...(results > 0 ? { truncatedResults: results } : {}),
    ...(inputs > 0 ? { truncatedInputs: inputs } : {}),
  };
  return { session: { ...edited, items }, changes };
}

// A third of all bytes is this copy of the result [T2]: cutting only what is sent would leave the file as large as it was.
function shortenBeside(item: CutItem, ids: ReadonlySet<string>, most: number): CutItem {
  const { toolUseResult } = item.value;
  if (toolUseResult === undefined || !blocksOf(item).some((block) => ids.has(asWords(block.tool_use_id))))
    return item;
  const short = shortenTexts(toolUseResult, Math.max(most, NAME_LENGTH), item);
  return short === toolUseResult ? item : { ...item, value: { ...item.value, toolUseResult: short } };
}

/** Ids, names and paths hold the client's own records together: nothing so short is worth cutting there. */
export const NAME_LENGTH = 300;

/** The value with its long texts cut, and what does not change shared. */
export function shortenTexts(value: Json, most: number, item: CutItem): Json {
  if (typeof value === 'string') return cutText(value, most, item);
  if (Array.isArray(value)) {
    const short = (value as readonly Json[]).map((one) => shortenTexts(one, most, item));
    return short.some((one, i) => one !== value[i]) ? short : value;
  }
  if (!isObject(value) || isOpaque(value)) return value;
  let changed: Record<string, Json | undefined> | undefined;
  for (const [key, one] of Object.entries(value)) {
    const short = one === undefined ? undefined : shortenTexts(one, most, item);
    if (short !== one) changed ??= { ...value };
    if (changed) changed[key] = short;
  }
  return changed ?? value;
}

// Half an image is no image: those are dropped or scaled, never cut.
function isOpaque(value: JsonObject): boolean {
  return (
    value.type === 'image' ||
    value.type === 'document' ||
    value.type === 'base64' ||
    typeof value.base64 === 'string'
  );
}

/** The beginning of a text and a word on the rest; cutting again to the same length changes nothing. */
function cutText(text: string, most: number, item: CutItem): string {
  const mark = CUT_MARK.exec(text.slice(-200));
  const body = mark ? text.slice(0, text.length - mark[0].length) : text;
  if (body.length <= most) return text;
  const kept = textStart(body, most);
  const gone = body.length - kept.length + Number(mark?.[1] ?? 0);
  const short = `${kept}\n[… ${gone} characters cut; see line ${mark?.[2] ?? item.entry?.place.line ?? '?'} of the source session]`;
  // The words on what was cut take room, too.
  return short.length < text.length ? short : text;
}

const CUT_MARK = /\n\[… (\d+) characters cut; see line ([\d?]+) of the source session\]$/;
