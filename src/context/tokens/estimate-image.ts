// Estimates the tokens of an image from its size in pixels, and of a document from its bytes.
import { readImageInfo } from '../../base/image-info.ts';
import { type JsonObject, objectField, stringField } from '../../base/json.ts';
import type { Tokenizer } from './estimate-text.ts';

/** The API counts a token for every 750 pixels… */
const PIXELS_A_TOKEN = 750;

/** …after it has shrunk the image to this long side; models that count late take larger ones. */
const LONG_SIDE: Readonly<Record<Tokenizer, number>> = { early: 1568, late: 2576 };
const MOST: Readonly<Record<Tokenizer, number>> = { early: 1600, late: 4784 };

/** For images whose size cannot be read. */
const UNKNOWN_IMAGE = 1200;

/** A page of a PDF costs its text and its picture; pages are guessed from the size. */
const PAGE_TOKENS = 2000;
const PAGE_CHARACTERS = 70_000;

export function estimateImage(block: JsonObject, tokenizer: Tokenizer): number {
  const data = stringField(objectField(block, 'source'), 'data') ?? '';
  if (block.type === 'document') return PAGE_TOKENS * Math.max(1, Math.round(data.length / PAGE_CHARACTERS));
  const { width, height } = readImageInfo(block);
  if (!width || !height) return UNKNOWN_IMAGE;
  const shrink = Math.min(1, LONG_SIDE[tokenizer] / Math.max(width, height));
  const tokens = (width * height * shrink * shrink) / PIXELS_A_TOKEN;
  return Math.min(MOST[tokenizer], Math.max(1, tokens));
}
