// Turns a resume's request body into the transcript alone, without what the client adds afresh: the judge's side.
import type { RequestBlock, RequestBody, RequestMessage } from './api-script.ts';
import { FRESH, type Fresh } from './fresh-text.ts';

export interface NormalMessage {
  readonly role: RequestMessage['role'];
  readonly content: readonly RequestBlock[];
}

export interface Normalised {
  readonly messages: readonly NormalMessage[];
  /** The blocks of the resume's own prompt, taken out of the last user message. */
  readonly prompt: readonly RequestBlock[];
  /** What was left out, in order. */
  readonly fresh: readonly string[];
}

/** What is the session's own, though it begins like fresh texts: what is logged stands first. */
export interface Logged {
  /** So many blocks at the beginning of the last user message. */
  readonly blocks?: number;
  /** The words at the beginning of a role-system message behind it. */
  readonly tail?: string | undefined;
}

/**
 * String content becomes one text block, `cache_control` goes, and the prompt and the fresh texts are taken out.
 * A message that is empty after that is left out. Neighbouring messages of one role stay apart, as sent.
 */
export function normalise(
  body: RequestBody,
  prompt: string,
  { blocks: logged = 0, tail }: Logged = {},
): Normalised {
  const first = body.messages.findIndex((message) => message.role === 'user');
  const last = body.messages.findLastIndex((message) => message.role === 'user');
  const taken = { prompt: [] as RequestBlock[], fresh: [] as string[] };
  const messages: NormalMessage[] = [];
  for (const [index, { role, content }] of body.messages.entries()) {
    const patterns = FRESH.filter(
      ({ where }) => (where === 'head' && index === first) || (where === 'tail' && index >= last),
    );
    const kept = blocksOf({ role, content }).flatMap((block, at) => {
      if (index === last && at < logged) return [block];
      if (index === last && isPrompt(block, prompt)) {
        taken.prompt.push(block);
        return [];
      }
      if (block.type !== 'text') return [block];
      if (index > last && tail !== undefined && block.text?.startsWith(tail))
        return behindLogged(tail, withoutFresh(textBehind(block, tail), role, patterns, taken.fresh));
      return withoutFresh(block, role, patterns, taken.fresh);
    });
    if (index === last && logged > 0) endLogged(kept, logged - 1, taken.fresh);
    // An empty role-system message is sent after the first user message by models that take that role (2.1.325).
    if (kept.length > 0) messages.push({ role, content: kept });
  }
  return { messages, prompt: taken.prompt, fresh: taken.fresh };
}

/** The newline that ends a row of reminders stands behind the last of them: here, one that was taken out. */
function endLogged(kept: RequestBlock[], at: number, fresh: readonly string[]): void {
  const block = kept[at];
  if (block?.text !== undefined && !block.text.endsWith('\n') && fresh.length > 0 && at < kept.length - 1)
    kept[at] = { ...block, text: `${block.text}\n` };
}

function textBehind(block: RequestBlock, tail: string): RequestBlock {
  return { ...block, text: (block.text ?? '').slice(tail.length).replace(/^\n\n/, '') };
}

function behindLogged(tail: string, kept: readonly RequestBlock[]): readonly RequestBlock[] {
  const texts = kept.map((block) => block.text ?? '').filter((text) => text !== '');
  return [{ type: 'text', text: [tail, ...texts].join('\n\n') }];
}

/** Empty texts of answers are transcript: clients to 2.0.64 send them. */
function blocksOf({ role, content }: RequestMessage): readonly RequestBlock[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks
    .map(withoutCacheControl)
    .filter((block) => role === 'assistant' || block.type !== 'text' || block.text !== '');
}

function withoutCacheControl(block: RequestBlock): RequestBlock {
  const { cache_control: _, ...rest } = block;
  if (!Array.isArray(rest.content)) return rest;
  return { ...rest, content: rest.content.map((inner: RequestBlock) => withoutCacheControl(inner)) };
}

function isPrompt(block: RequestBlock, prompt: string): boolean {
  return block.type === 'text' && block.text?.trim() === prompt;
}

function withoutFresh(
  block: RequestBlock,
  role: string,
  patterns: readonly Fresh[],
  fresh: string[],
): readonly RequestBlock[] {
  const text = block.text ?? '';
  if (patterns.length === 0) return [block];
  const heads = patterns.map(({ head }) => head.source).join('|');
  const isFresh = new RegExp(`^(?:<system-reminder>\\n)?(?:${heads})`);
  // Models that take the system role get several reminders in one text, some without tags: there, one ends where
  // the next begins. Elsewhere only a whole tagged reminder counts.
  const ends =
    role === 'system' ? `(?<=</system-reminder>)\\n*|\\n\\n(?=${heads})` : '(?<=</system-reminder>)\\n*';
  if (patterns.some(({ head, bare }) => bare && new RegExp(`^(?:${head.source})`).test(text))) {
    fresh.push(text);
    return [];
  }
  const parts = text.split(new RegExp(ends)).filter((part) => part !== '');
  const kept = parts.filter((part) => !(isFresh.test(part) && (role === 'system' || isReminder(part))));
  if (kept.length === parts.length) return [block];
  fresh.push(...parts.filter((part) => !kept.includes(part)));
  return kept.length === 0 ? [] : [{ ...block, text: kept.join('\n\n') }];
}

function isReminder(text: string): boolean {
  return text.startsWith('<system-reminder>') && text.endsWith('</system-reminder>');
}
