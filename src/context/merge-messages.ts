// Merges items into messages: neighbouring user content into one, blocks of one answer into one, reminders where they go.
import { isObject, type Json, type JsonObject, stringField } from '../base/json.ts';
import { isText, isToolResult } from '../log/block.ts';
import type { Entry } from '../log/line.ts';
import { isForeignThinking } from './choose-model.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { isApiError } from './drop-unsendable.ts';
import { NO_CONTENT, reminder } from './inventions.ts';
import { type Item, isResultItem, type Lose } from './item.ts';
import { renderAttachment } from './render-attachment.ts';
import { renderUser } from './render-user.ts';
import { type Draft, type Piece, textPiece } from './sent-message.ts';

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
  return merger.finish();
}

/** Attachments rise to the nearest answer or result above them [resume R20]. */
function raiseAttachments(items: readonly Item[]): readonly Item[] {
  const raised: Item[] = [];
  let below: Item[] = [];
  for (const item of items) {
    if (item.kind === 'attachment') raised.push(item);
    else if (item.kind === 'assistant' || isResultItem(item)) {
      // Not spread into push: thousands of user entries in a row would be too many arguments.
      for (const waiting of below) raised.push(waiting);
      raised.push(item);
      below = [];
    } else below.push(item);
  }
  return [...raised, ...below];
}

class Merger {
  readonly #drafts: Draft[] = [];
  readonly #options: MergeOptions;
  readonly #lose: Lose;
  /** Index of the last message with an id. */
  readonly #byId: Map<string, number> = new Map();
  /** Index of the last user message that answers do not merge across [resume R16]. */
  #barrier = -1;
  /** The result that ends the last message, and the reminders that will become part of it. */
  #folding: { readonly draft: Draft; readonly reminders: Piece[] } | undefined;

  /** Answers that begin with an entry without any block: they get words only if no other entry has some. */
  readonly #wordless: Map<Draft, readonly Entry[]> = new Map();

  constructor(options: MergeOptions, lose: Lose) {
    this.#options = options;
    this.#lose = lose;
  }

  add(item: Item): void {
    if (item.kind === 'assistant') this.#addAnswer(item);
    else if (item.kind === 'attachment') this.#addAttachment(item);
    else if (item.kind !== 'silent') this.#addUser(item);
  }

  finish(): Draft[] {
    this.#fold();
    for (const [draft, entries] of this.#wordless)
      if (draft.pieces.length === 0) draft.pieces.push(textPiece(NO_CONTENT, entries));
    return this.#drafts;
  }

  #addUser(item: Item): void {
    this.#fold();
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
    for (const piece of pieces) draft.pieces.push(piece);
  }

  #addAttachment(item: Item): void {
    const { systemRole, tools, version } = this.#options;
    const { entry } = item;
    const rendered = entry && renderAttachment(entry, version, tools.has('TaskCreate'));
    if (!entry || !rendered) return;
    const draft = this.#user();
    const asSystem = systemRole !== undefined && rendered.images.length === 0 && !rendered.forUser;
    // For a model that takes reminders in the system role, a person's words stay as they are, beside the result.
    const asWords = systemRole !== undefined && rendered.isPerson;
    const folds = rendered.images.length === 0 && !rendered.besideResult && !asWords;
    for (const text of rendered.texts) {
      const block = {
        type: 'text',
        text: asWords || (asSystem && systemRole === 'bare') ? text : reminder(text),
      };
      const piece: Piece = {
        block,
        entries: [entry],
        ...(rendered.placeholder ? { placeholder: rendered.kind } : {}),
      };
      const last = draft.pieces.at(-1);
      if (asSystem) draft.reminders.push(piece);
      // Behind a result a reminder becomes part of it, unless words of the same message come between: they go behind results [resume R20].
      else if (last && folds && !last.sealed && (this.#folding || holdsResultsOnly(draft))) {
        this.#folding ??= { draft, reminders: [] };
        this.#folding.reminders.push(piece);
      } else {
        this.#fold();
        draft.pieces.push(piece);
      }
    }
    for (const block of rendered.images) draft.pieces.push({ block, entries: [entry] });
  }

  #fold(): void {
    if (!this.#folding) return;
    const { draft, reminders } = this.#folding;
    const result = draft.pieces.pop();
    if (result) draft.pieces.push(foldReminders(result, reminders));
    this.#folding = undefined;
  }

  #user(): Draft {
    const last = this.#drafts.at(-1);
    if (last?.role === 'user') return last;
    const draft: Draft = { role: 'user', id: undefined, pieces: [], reminders: [] };
    this.#drafts.push(draft);
    return draft;
  }

  #addAnswer(item: Item): void {
    this.#fold();
    const { behaviour } = this.#options;
    if (behaviour.apiErrors === 'dropped' && isApiError(item)) {
      this.#lose(item.entry, 'api-error');
      return;
    }
    const entries = item.entry ? [item.entry] : [];
    const pieces = item.blocks
      .filter((block) => !this.#leavesOut(block, item))
      .map((block) => ({ block, entries }));
    if (pieces.length === 0 && item.blocks.length > 0) {
      this.#lose(item.entry, 'foreign-thinking');
      return;
    }
    const known = item.id === undefined ? undefined : this.#byId.get(item.id);
    const last = this.#drafts.length - 1;
    if (this.#isBarrier(last)) this.#barrier = last;
    const reach = behaviour.mergesById === 'neighbours' ? last - 1 : this.#barrier;
    if (known !== undefined && known > reach) {
      for (const piece of pieces) this.#drafts[known]?.pieces.push(piece);
      return;
    }
    if (item.id !== undefined) this.#byId.set(item.id, this.#drafts.length);
    const draft: Draft = { role: 'assistant', id: item.id, pieces, reminders: [] };
    if (pieces.length === 0) this.#wordless.set(draft, entries);
    this.#drafts.push(draft);
  }

  #leavesOut(block: JsonObject, item: Item): boolean {
    const { behaviour, model } = this.#options;
    if (block.type === 'fallback') return behaviour.fallbackBlocks === 'dropped';
    return behaviour.foreignThinking === 'dropped' && isForeignThinking(block, item, model);
  }

  #isBarrier(index: number): boolean {
    const draft = this.#drafts[index];
    if (draft?.role !== 'user' || draft.pieces.some((piece) => isToolResult(piece.block))) return false;
    return this.#options.behaviour.mergesById !== 'across-reminders' || !draft.pieces.every(isReminder);
  }
}

function holdsResultsOnly({ pieces }: Draft): boolean {
  return pieces.every(({ block }) => isToolResult(block));
}

function isReminder({ entries }: Piece): boolean {
  return entries.every(({ value }) => value.type === 'attachment');
}

function foldReminders(result: Piece, reminders: readonly Piece[]): Piece {
  const placeholder = reminders.find((piece) => piece.placeholder !== undefined)?.placeholder;
  const blocks = reminders.map((piece) => piece.block);
  return {
    block: { ...result.block, content: foldTexts(result.block.content, blocks) },
    entries: [...result.entries, ...reminders.flatMap((piece) => piece.entries)],
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

/** Into a string behind two newlines each, into a list as texts of their own. */
function foldTexts(content: Json | undefined, reminders: readonly JsonObject[]): Json {
  if (!Array.isArray(content)) {
    const texts = reminders.map((reminder) => stringField(reminder, 'text') ?? '');
    return [typeof content === 'string' ? content.trim() : '', ...texts].join('\n\n');
  }
  const blocks = [...content.filter(isObject), ...reminders];
  // The last of the result's own texts and all reminders but the last get a newline, as user texts do that meet.
  const first = blocks.length - reminders.length - 1;
  return blocks.map((block, index) =>
    index >= first && index < blocks.length - 1 && isText(block)
      ? { ...block, text: `${block.text}\n` }
      : block,
  );
}
