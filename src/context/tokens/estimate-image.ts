// Estimates the tokens of an image from its size in pixels, and of a document from its bytes.
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
  const size = readSize(decodeStart(data));
  if (!size) return UNKNOWN_IMAGE;
  const shrink = Math.min(1, LONG_SIDE[tokenizer] / Math.max(size.width, size.height));
  const tokens = (size.width * size.height * shrink * shrink) / PIXELS_A_TOKEN;
  return Math.min(MOST[tokenizer], Math.max(1, tokens));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

// Enough for the frame header of a JPEG behind its usual metadata.
const START_CHARACTERS = 64 * 1024;

function decodeStart(data: string): DataView {
  const length = Math.min(data.length, START_CHARACTERS);
  try {
    const text = atob(data.slice(0, length - (length % 4)));
    return new DataView(Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer);
  } catch {
    return new DataView(new ArrayBuffer(0));
  }
}

function readSize(view: DataView): Size | undefined {
  const size = readPng(view) ?? readJpeg(view);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function readPng(view: DataView): Size | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

// Markers are skipped by their lengths until a start-of-frame: C0 to CF without the tables among them.
function readJpeg(view: DataView): Size | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
