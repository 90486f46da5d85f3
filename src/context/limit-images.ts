// Leaves out the oldest images where the client does: over a hundred, 21 at a time [resume R27].
import { isObject, type JsonObject } from '../base/json.ts';
import { isImage } from '../log/block.ts';
import type { Draft, Piece } from './sent-message.ts';

const MOST = 100;
const STEP = 21;

export function limitImages(drafts: readonly Draft[]): readonly Draft[] {
  let count = 0;
  for (const draft of drafts) for (const piece of draft.pieces) count += countImages(piece.block);
  if (count <= MOST) return drafts;
  let left = STEP * Math.ceil((count - MOST) / STEP);
  const keeps = (block: JsonObject): boolean => {
    if (!isImage(block) || left === 0) return true;
    left--;
    return false;
  };
  const thin = (piece: Piece): Piece => {
    const { content } = piece.block;
    if (!Array.isArray(content)) return piece;
    return { ...piece, block: { ...piece.block, content: content.filter(isObject).filter(keeps) } };
  };
  return drafts
    .map((draft) => ({ ...draft, pieces: draft.pieces.filter((piece) => keeps(piece.block)).map(thin) }))
    .filter((draft) => draft.pieces.length > 0);
}

function countImages(block: JsonObject): number {
  if (isImage(block)) return 1;
  return Array.isArray(block.content)
    ? block.content.filter((inner) => isObject(inner) && isImage(inner)).length
    : 0;
}
