// The archive's store: contents cut into pieces at line ends, each kept once under its hash, compressed.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { joinBytes } from '../base/bytes.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import { damagedRefusal } from './file-state.ts';

/** Sessions grow at their end and forks share their beginning: pieces cut at the same places are found again. */
const PIECE_BYTES = 1 << 20;
const MAX_PIECE_BYTES = 8 << 20;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface StoredPieces {
  readonly pieces: readonly string[];
  /** Bytes that were new to the store, compressed. */
  readonly added: number;
}

/** `anew` also writes pieces that are there already. */
export async function storePieces(
  store: string,
  chunks: AsyncIterable<Uint8Array>,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<StoredPieces> {
  const pieces: string[] = [];
  let added = 0;
  for await (const piece of cutPieces(chunks)) {
    const sha256 = createHash('sha256').update(piece).digest('hex');
    pieces.push(sha256);
    added += await storeOne(store, sha256, piece, anew);
  }
  return { pieces, added };
}

/** Every piece is checked against its name. */
export async function* readPieces(store: string, pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const sha256 of pieces) {
    const bytes = await readOne(store, sha256);
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw damagedRefusal(pieceFile(store, sha256));
    yield bytes;
  }
}

/** Removes the pieces that nothing names any more, or only counts them; returns how many bytes they take. */
export async function sweepPieces(
  store: string,
  named: ReadonlySet<string>,
  dryRun: boolean,
): Promise<number> {
  const folder = join(store, 'pieces');
  let freed = 0;
  for (const shelf of await readdir(folder).catch((): string[] => [])) {
    for (const name of await readdir(join(folder, shelf)).catch((): string[] => [])) {
      if (named.has(name.replace(/\.gz$/, ''))) continue;
      const file = join(folder, shelf, name);
      freed += (await stat(file)).size;
      if (!dryRun) await rm(file, { force: true });
    }
  }
  return freed;
}

async function* cutPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (length + rest.length > PIECE_BYTES) {
      const from = Math.max(PIECE_BYTES - length, 0);
      const end = rest.indexOf(10, from);
      const most = MAX_PIECE_BYTES - length;
      if (end < 0 && rest.length < most) break;
      const cut = end < 0 || end + 1 > most ? most : end + 1;
      yield joinBytes([...held, rest.subarray(0, cut)]);
      rest = rest.subarray(cut);
      held = [];
      length = 0;
    }
    if (rest.length > 0) held.push(rest);
    length += rest.length;
  }
  if (length > 0) yield joinBytes(held);
}

async function storeOne(store: string, sha256: string, bytes: Uint8Array, anew: boolean): Promise<number> {
  const file = pieceFile(store, sha256);
  if (!anew && (await stat(file).catch(() => undefined))) return 0;
  await makeFolder(dirname(file));
  const packed = await compress(bytes, { level: 6 });
  await writeFileAtomically(file, [packed], { replace: true });
  return packed.length;
}

async function readOne(store: string, sha256: string): Promise<Uint8Array | undefined> {
  try {
    return await decompress(await readFile(pieceFile(store, sha256)), {
      maxOutputLength: MAX_PIECE_BYTES + 1,
    });
  } catch {
    return undefined;
  }
}

function pieceFile(store: string, sha256: string): string {
  return join(store, 'pieces', sha256.slice(0, 2), `${sha256}.gz`);
}
