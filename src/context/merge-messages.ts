// Merges items into messages: neighbouring user content into one, blocks of one answer into one, reminders where they go.
import { isObject, type Json, type JsonObject, stringField } from '../base/json.ts';
import { isText, isToolResult } from '../log/block.ts';
import { isForeignThinking } from './choose-model.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { isApiError } from './drop-unsendable.ts';
import { NO_CONTENT, reminder } from './inventions.ts';
import { type Item, isResultItem, type Lose } from './item.ts';
import { renderAttachment } from './render-attachment.ts';
import { renderUser } from './render-user.ts';
import type { Draft, Piece } from './sent-message.ts';

export interface MergeOptions {
  readonly model: string;
  readonly behaviour: ClientBehaviour;
  readonly version: string;
  readonly tools: ReadonlySet<string>;
  /** Reminders as messages of role system: with their tags, without, or not at all. */
  readonly systemRole: 'tagged' | 'bare' | undefined;
}

export function mergeMessages(items: readonly Item[], options: MergeOptions, lose: Lose): Draft[] {
  const merger = new Merger(options, lose);
  for (const item of raiseAttachments(items)) merger.add(item);
  return merger.drafts;
}

/** Attachments rise to the nearest answer or result above them [resume R20]. */
function raiseAttachments(items: readonly Item[]): readonly Item[] {
  const raised: Item[] = [];
  let below: Item[] = [];
  for (const item of items) {
    if (item.kind === 'attachment') raised.push(item);
    else if (item.kind === 'assistant' || isResultItem(item)) {
      raised.push(...below, item);
      below = [];
    } else below.push(item);
  }
  return [...raised, ...below];
}

class Merger {
  readonly drafts: Draft[] = [];
  readonly #options: MergeOptions;
  readonly #lose: Lose;
  /** Index of the last message with an id. */
  readonly #byId: Map<string, number> = new Map();
  /** Index of the last user message without a result: answers do not merge across it [resume R16]. */
  #barrier = -1;

  constructor(options: MergeOptions, lose: Lose) {
    this.#options = options;
    this.#lose = lose;
  }

  add(item: Item): void {
    if (item.kind === 'assistant') this.#addAnswer(item);
    else if (item.kind === 'attachment') this.#addAttachment(item);
    else if (item.kind !== 'silent') this.#addUser(item);
  }

  #addUser(item: Item): void {
    const { tools, behaviour } = this.#options;
    const pieces = renderUser(item, { tools, behaviour });
    if (pieces.length === 0 && item.blocks.length === 0) return;
    const draft = this.#user();
    const last = draft.pieces.at(-1);
    // Where a user entry joins text to text, the earlier text gets a newline [resume R17].
    if (behaviour.joinsTextByNewline && last && isText(last.block) && pieces[0] && isText(pieces[0].block)) {
      draft.pieces[draft.pieces.length - 1] = {
        ...last,
        block: { ...last.block, text: `${last.block.text}\n` },
      };
    }
    draft.pieces.push(...pieces);
  }

  #addAttachment(item: Item): void {
    const { systemRole, tools, version } = this.#options;
    const { entry } = item;
    const rendered = entry && renderAttachment(entry, version, tools.has('TaskCreate'));
    if (!entry || !rendered) return;
    const draft = this.#user();
    const asSystem = systemRole !== undefined && rendered.images.length === 0 && !rendered.forUser;
    const folds = rendered.images.length === 0 && !rendered.besideResult;
    for (const text of rendered.texts) {
      const block = { type: 'text', text: asSystem && systemRole === 'bare' ? text : reminder(text) };
      const piece: Piece = {
        block,
        entries: [entry],
        ...(rendered.placeholder ? { placeholder: rendered.kind } : {}),
      };
      const last = draft.pieces.at(-1);
      if (asSystem) draft.reminders.push(piece);
      // Behind a result a reminder becomes part of it [resume R20].
      else if (last && folds && isToolResult(last.block) && !last.sealed) {
        draft.pieces[draft.pieces.length - 1] = foldReminder(last, piece);
      } else draft.pieces.push(piece);
    }
    draft.pieces.push(...rendered.images.map((block) => ({ block, entries: [entry] })));
  }

  #user(): Draft {
    const last = this.drafts.at(-1);
    if (last?.role === 'user') return last;
    const draft: Draft = { role: 'user', id: undefined, pieces: [], reminders: [] };
    this.drafts.push(draft);
    return draft;
  }

  #addAnswer(item: Item): void {
    const { behaviour } = this.#options;
    if (behaviour.apiErrors === 'dropped' && isApiError(item)) {
      this.#lose(item.entry, 'api-error');
      return;
    }
    const entries = item.entry ? [item.entry] : [];
    const blocks = item.blocks.length > 0 ? item.blocks : [{ type: 'text', text: NO_CONTENT }];
    const pieces = blocks
      .filter((block) => !this.#leavesOut(block, item))
      .map((block) => ({ block, entries }));
    if (pieces.length === 0) {
      this.#lose(item.entry, 'foreign-thinking');
      return;
    }
    const known = item.id === undefined ? undefined : this.#byId.get(item.id);
    const last = this.drafts.length - 1;
    if (this.#isBarrier(last)) this.#barrier = last;
    const reach = behaviour.mergesById === 'neighbours' ? last - 1 : this.#barrier;
    if (known !== undefined && known > reach) {
      this.drafts[known]?.pieces.push(...pieces);
      return;
    }
    if (item.id !== undefined) this.#byId.set(item.id, this.drafts.length);
    this.drafts.push({ role: 'assistant', id: item.id, pieces, reminders: [] });
  }

  #leavesOut(block: JsonObject, item: Item): boolean {
    const { behaviour, model } = this.#options;
    if (block.type === 'fallback') return behaviour.fallbackBlocks === 'dropped';
    return behaviour.foreignThinking === 'dropped' && isForeignThinking(block, item, model);
  }

  #isBarrier(index: number): boolean {
    const draft = this.drafts[index];
    return draft?.role === 'user' && !draft.pieces.some((piece) => isToolResult(piece.block));
  }
}

function foldReminder(result: Piece, reminder: Piece): Piece {
  const { content } = result.block;
  const placeholder = reminder.placeholder ?? result.placeholder;
  return {
    block: { ...result.block, content: foldText(content, reminder.block) },
    entries: [...result.entries, ...reminder.entries],
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

function foldText(content: Json | undefined, reminder: JsonObject): Json {
  if (!Array.isArray(content)) {
    return `${typeof content === 'string' ? content.trim() : ''}\n\n${stringField(reminder, 'text')}`;
  }
  const blocks = content.filter(isObject);
  const last = blocks.at(-1);
  if (!last || !isText(last)) return [...blocks, reminder];
  return [...blocks.slice(0, -1), { ...last, text: `${last.text}\n` }, reminder];
}
