// What can be said about an image or document block without showing it: type, size, and dimensions from its first bytes.
import { type JsonObject, objectField, stringField } from './json.ts';

export interface ImageInfo {
  readonly media: 'image' | 'document';
  /** `png`, `jpeg`, `pdf` …; undefined where the block does not say. */
  readonly format: string | undefined;
  /** Size of the decoded bytes; undefined where the data is not in the block. */
  readonly bytes: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export function readImageInfo(block: JsonObject): ImageInfo {
  const source = objectField(block, 'source');
  const data = stringField(source, 'data');
  const encoded = data !== undefined && stringField(source, 'type') !== 'text';
  const size = encoded ? readSize(data) : undefined;
  return {
    media: block.type === 'document' ? 'document' : 'image',
    format: stringField(source, 'media_type')?.split('/').at(-1),
    bytes: encoded ? Math.floor((data.length * 3) / 4) - padding(data) : data?.length,
    width: size?.width,
    height: size?.height,
  };
}

/** `image png 640×480, 12 kB`. */
export function describeImage(info: ImageInfo): string {
  const size = info.width === undefined ? '' : ` ${info.width}×${info.height}`;
  const bytes = info.bytes === undefined ? '' : `, ${describeBytes(info.bytes)}`;
  return `${info.media}${info.format === undefined ? '' : ` ${info.format}`}${size}${bytes}`;
}

export function describeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

// All that other formats need; a JPEG may carry its frame header behind its usual metadata. The rest is not decoded.
const START_CHARACTERS = 64;
const JPEG_CHARACTERS = 64 * 1024;

function readSize(data: string): Dimensions | undefined {
  const start = decodeStart(data, START_CHARACTERS);
  const isJpeg = start[0] === 0xff && start[1] === 0xd8;
  return readDimensions(isJpeg ? decodeStart(data, JPEG_CHARACTERS) : start);
}

function decodeStart(data: string, characters: number): Uint8Array {
  const length = Math.min(data.length, characters);
  try {
    const text = atob(data.slice(0, length - (length % 4)));
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  } catch {
    return new Uint8Array();
  }
}

function padding(data: string): number {
  return data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
}

interface Dimensions {
  readonly width: number;
  readonly height: number;
}

function readDimensions(bytes: Uint8Array): Dimensions | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes.length >= 10 && view.getUint32(0) === 0x47494638) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (bytes.length >= 30 && view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) {
    return readWebp(view);
  }
  return bytes.length >= 4 && view.getUint16(0) === 0xffd8 ? readJpeg(view) : undefined;
}

function readWebp(view: DataView): Dimensions | undefined {
  const form = view.getUint32(12);
  if (form === 0x56503858) {
    const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return { width: three(24) + 1, height: three(27) + 1 };
  }
  if (form === 0x56503820) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (form !== 0x5650384c) return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

// Markers are skipped by their lengths until a start-of-frame: C0 to CF without the tables among them.
function readJpeg(view: DataView): Dimensions | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
