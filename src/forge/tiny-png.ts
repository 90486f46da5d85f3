// Makes small valid PNG images, so that pasted screenshots can be shown, measured and shrunk.
import type { Random } from './random.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A picture of coloured bands as base64. Its data is stored, not deflated: about three bytes a pixel. */
export function tinyPng(random: Random, width = 16, height = 9): string {
  const rows = new Uint8Array(height * (1 + width * 3));
  const tint = [random.int(40, 220), random.int(40, 220), random.int(40, 220)];
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++) {
      for (const colour of tint) rows[at++] = (colour + x * 5 + (y >> 1) * 11) & 255;
    }
  }
  const header = [...be32(width), ...be32(height), 8, 2, 0, 0, 0];
  const bytes = [
    0x89,
    ...[...'PNG\r\n\x1a\n'].map((c) => c.charCodeAt(0)),
    ...chunk('IHDR', header),
    ...chunk('IDAT', stored(rows)),
    ...chunk('IEND', []),
  ];
  return base64(bytes);
}

// One stored deflate block: enough for images under 64 kB.
function stored(data: Uint8Array): number[] {
  const length = data.length;
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  const low = [length & 255, length >> 8];
  return [0x78, 0x01, 1, ...low, ...low.map((n) => n ^ 255), ...data, b >> 8, b & 255, a >> 8, a & 255];
}

function chunk(name: string, data: readonly number[]): number[] {
  const body = [...[...name].map((c) => c.charCodeAt(0)), ...data];
  return [...be32(data.length), ...body, ...be32(crc32(body))];
}

function crc32(bytes: readonly number[]): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function be32(n: number): number[] {
  return [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
}

function base64(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const n = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += BASE64[n >> 18] as string;
    text += BASE64[(n >> 12) & 63] as string;
    text += b === undefined ? '=' : (BASE64[(n >> 6) & 63] as string);
    text += c === undefined ? '=' : (BASE64[n & 63] as string);
  }
  return text;
}
