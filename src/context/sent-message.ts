// A message as the client sends it, with the entries that each of its blocks came from.
import type { JsonObject } from '../base/json.ts';
import type { Block } from '../log/block.ts';
import type { Entry } from '../log/line.ts';

export interface BlockSource {
  /** The entries the block came from, more than one where the client folded them; none: the client's own invention. */
  readonly entries: readonly Entry[];
  /** The kind of an attachment whose wording is the client's own: the block's text only names the kind. */
  readonly placeholder?: string;
}

/** A message of the request, and the entries it comes from. */
export interface SentMessage {
  /** `system` messages carry the reminders of models that take them so [resume R21]. */
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: readonly Block[];
  /** One for each block of `content`. */
  readonly sources: readonly BlockSource[];
}

/** A block on its way into a message. */
export interface Piece extends BlockSource {
  readonly block: JsonObject;
  /** A result that reminders stay out of. */
  readonly sealed?: boolean;
}

/** A message that is still being put together. */
export interface Draft {
  readonly role: 'user' | 'assistant' | 'system';
  readonly id: string | undefined;
  pieces: Piece[];
  /** Reminders that follow a user message as a message of role system. */
  readonly reminders: Piece[];
}

export function textPiece(text: string, entries: readonly Entry[] = []): Piece {
  return { block: { type: 'text', text }, entries };
}

export function toSentMessage(draft: Draft): SentMessage {
  return {
    role: draft.role,
    content: draft.pieces.map((piece) => piece.block as Block),
    sources: draft.pieces.map(({ entries, placeholder }) =>
      placeholder === undefined ? { entries } : { entries, placeholder },
    ),
  };
}
