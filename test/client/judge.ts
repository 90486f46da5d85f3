// Compares what clew predicts of a resume with the request that the real client made.
import { readFile } from 'node:fs/promises';
import { predictResume } from '../../src/context/predict-resume.ts';
import { PLACEHOLDER } from '../../src/context/render-attachment.ts';
import { parseLog } from '../../src/log/read-log.ts';
import type { RequestBlock, RequestBody } from './api-script.ts';
import { FRESH } from './fresh-text.ts';
import { type NormalMessage, normalise } from './normalise.ts';
import { RESUME_PROMPT, type Resumed } from './resume.ts';

type Predicted = readonly { readonly role: string; readonly content: readonly object[] }[];

/** What differs first, in words; undefined where the two agree. */
export async function disagreement(
  file: string,
  client: string,
  resumed: Resumed,
): Promise<string | undefined> {
  const prediction = predictResume(parseLog(await readFile(file)), { client, compare: false });
  if (resumed.kind === 'refused')
    return prediction.refused === 'No conversation found' ? undefined : `refused: ${resumed.message}`;
  if (resumed.kind === 'hung') return prediction.hangs ? undefined : 'no request came';
  if (resumed.kind === 'failed' && prediction.refused?.startsWith('Failed'))
    return resumed.output.includes(prediction.refused)
      ? undefined
      : `failed with ${resumed.output.slice(0, 200)}`;
  if (resumed.kind === 'failed') return `the client failed: ${resumed.output.slice(0, 200)}`;
  if (prediction.refused !== undefined || prediction.hangs) return 'the client sent a request';
  const logged = { blocks: countLogged(prediction.messages), tail: loggedTail(prediction.messages) };
  const { messages } = normalise(trimTail(resumed.body), RESUME_PROMPT, logged);
  if (resumed.kind === 'sent') return firstDifference(prediction.messages, messages);
  // A compaction asks about all but the last answer, which it preserves.
  if (prediction.compaction?.compacts !== true) return 'the client compacted first';
  return firstDifference(prediction.messages.slice(0, messages.length), messages);
}

/** Reminders of the session that must begin the last user message: only by their place are they told from fresh ones. */
function countLogged(predicted: Predicted): number {
  const last = predicted.at(-1);
  if (last?.role !== 'user') return 0;
  const others = last.content.findIndex(
    (block) => !(block as RequestBlock).text?.startsWith('<system-reminder>'),
  );
  return others < 0 ? last.content.length : others;
}

/** Models that take the system role get the session's last reminders behind the prompt, and the fresh ones in the same text. */
function loggedTail(predicted: Predicted): string | undefined {
  const last = predicted.at(-1);
  return last?.role === 'system' ? (last.content[0] as RequestBlock | undefined)?.text : undefined;
}

/** Fresh reminders behind a result of the last user message are folded into it; the summary's prompt stands there too. */
function trimTail(body: RequestBody): RequestBody {
  const last = body.messages.findLastIndex((message) => message.role === 'user');
  const messages = body.messages.map((message, index) => {
    if (index !== last || typeof message.content === 'string') return message;
    const kept = message.content.filter((block) => !block.text?.includes('create a detailed summary'));
    return { ...message, content: kept.map(withoutFolded) };
  });
  return { ...body, messages };
}

function withoutFolded(block: RequestBlock): RequestBlock {
  if (block.type !== 'tool_result' || typeof block.content !== 'string') return block;
  const heads = FRESH.map(({ head }) => head.source).join('|');
  const folded = new RegExp(`\\n\\n<system-reminder>\\n(?:${heads})[\\s\\S]*$`);
  return { ...block, content: block.content.replace(folded, '') };
}

function firstDifference(predicted: Predicted, sent: readonly NormalMessage[]): string | undefined {
  const count = Math.max(predicted.length, sent.length);
  // The prompt stood in the last message that is not the system's.
  const last = sent.findLastIndex(({ role }) => role !== 'system');
  for (let at = 0; at < count; at++) {
    const expected = predicted[at];
    const actual = sent[at];
    const isLast = at === last;
    if (!expected || !actual) return `message ${at} of ${predicted.length} predicted, ${sent.length} sent`;
    if (expected.role !== actual.role) return `message ${at} has role ${actual.role}, not ${expected.role}`;
    const blocks = Math.max(expected.content.length, actual.content.length);
    for (let block = 0; block < blocks; block++) {
      const one = expected.content[block] as RequestBlock | undefined;
      const other = actual.content[block];
      if (!one || !other || !sameBlock(one, other, isLast)) return difference(at, block, one, other);
    }
  }
  return undefined;
}

function difference(at: number, block: number, one: unknown, other: unknown): string {
  const short = (value: unknown) => JSON.stringify(value)?.slice(0, 200);
  return `block ${block} of message ${at}: predicted ${short(one)}, sent ${short(other)}`;
}

function sameBlock(one: RequestBlock, other: RequestBlock, isLast: boolean): boolean {
  if (one.type !== other.type) return false;
  if (one.type === 'text') return sameText(one.text ?? '', other.text ?? '', isLast);
  if (one.type !== 'tool_result') return sorted(one) === sorted(other);
  const [ones, others] = [resultBlocks(one), resultBlocks(other)];
  return (
    one.tool_use_id === other.tool_use_id &&
    Boolean(one.is_error) === Boolean(other.is_error) &&
    ones.length === others.length &&
    ones.every((inner, index) => sameBlock(inner, others[index] as RequestBlock, false))
  );
}

function resultBlocks(result: RequestBlock): readonly RequestBlock[] {
  const { content } = result;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

/** A placeholder stands for any words; the last words of the conversation got a newline from the prompt that was taken out. */
function sameText(predicted: string, sent: string, isLast: boolean): boolean {
  const [first = '', ...rest] = predicted.split(new RegExp(PLACEHOLDER.source));
  if (rest.length === 0) return predicted === sent || (isLast && `${predicted}\n` === sent);
  const end = rest.pop() ?? '';
  const tail = [end, ...(isLast ? [`${end}\n`] : [])].find((words) => sent.endsWith(words));
  if (!sent.startsWith(first) || tail === undefined) return false;
  let at = first.length;
  for (const part of rest) {
    const found = sent.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + tail.length <= sent.length;
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
