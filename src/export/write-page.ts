// Writes an exported page: one HTML file with its script, its style and its data in it, that asks nobody for anything.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import { encodeUtf8 } from '../base/bytes.ts';
import { escapeHtml } from '../base/escape-html.ts';
import { jsonPieces } from '../base/json-pieces.ts';
import { Refusal } from '../base/refusal.ts';
import { stripToLine } from '../base/strip-controls.ts';

export interface PageParts {
  readonly script: string;
  readonly style: string;
}

export interface PackedParts {
  /** Yields the packs of rows, and returns what tells of them. */
  readonly packs: Generator<object, object>;
  readonly title: string;
}

/** Reads what the build made of the page. */
export async function readPageParts(folder: string): Promise<PageParts> {
  try {
    const [script, style] = await Promise.all(
      ['page.js', 'page.css'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return { script: script as string, style: style as string };
  } catch {
    throw new Refusal(
      'page-not-built',
      'The parts of the exported page are not there.',
      'Build them: npm run build.',
    );
  }
}

export async function* writePage(
  { packs, title }: PackedParts,
  parts: PageParts,
): AsyncGenerator<Uint8Array> {
  // A script ends at its first closing tag, wherever that stands; in JavaScript the two spellings mean the same.
  const script = parts.script.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
  const style = parts.style.replaceAll(/<(?=\/style)/gi, '\\3c ');
  yield encodeUtf8(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="clew">
<title>${escapeHtml(stripToLine(title))}</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript to show the session that it carries. Nothing is loaded from anywhere.</noscript>
`,
  );
  // While parts are compressed, on other threads, the next one is made.
  let number = 0;
  let next = packs.next();
  const packing: Promise<Uint8Array>[] = [];
  const pack = (id: string, value: object): void => {
    const packed = part(id, value);
    // If it fails while an earlier one is waited for, that is told when its turn comes.
    packed.catch(() => undefined);
    packing.push(packed);
  };
  for (; !next.done; next = packs.next()) {
    pack(`clew-rows-${number++}`, next.value);
    if (packing.length >= MOST_AT_ONCE) yield await (packing.shift() as Promise<Uint8Array>);
  }
  pack('clew-session', next.value);
  for (const packed of packing) yield await packed;
  yield encodeUtf8(`<script type="module">${script}</script>\n</body>\n</html>\n`);
}

// Only this script and this style; no address but those of data in the page itself.
function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** As some parts take longer than others, one alone would be waited for at every third. */
const MOST_AT_ONCE = 4;

const gzipped = promisify(gzip);
/** Level 3 is twice as fast as the usual 6, for a page that is a tenth larger; what comes in few pieces need not be joined. */
const PACKING: ZlibOptions = { level: 3, chunkSize: 1 << 16 };

// Row by row, because most rows are plain. Base64 has no sign that means anything in HTML: whatever a session says cannot leave its place.
async function part(id: string, value: object): Promise<Uint8Array> {
  const packed = await gzipped(utf8Of([...jsonPieces(value, { items: true })]), PACKING);
  return Buffer.from(
    `<script type="text/plain" id="${id}">${packed.toString('base64')}</script>\n`,
    'latin1',
  );
}

// A character takes three bytes at most: with room for that, the texts need not be gone through to be measured first.
function utf8Of(texts: readonly string[]): Uint8Array {
  let length = 0;
  for (const text of texts) length += text.length;
  const room = Buffer.allocUnsafeSlow(3 * length);
  let at = 0;
  for (const text of texts) at += room.write(text, at, 'utf8');
  return room.subarray(0, at);
}
