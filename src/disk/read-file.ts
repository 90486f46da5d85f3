// Reads session files from disk: as a stream of bytes, as lines, or one line by its place.
import { constants } from 'node:buffer';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Refusal } from '../base/refusal.ts';
import type { Line, Place } from '../log/line.ts';
import { type ByteSource, collectLog, parseLog, readLog } from '../log/read-log.ts';
import { quoteName } from './quote-name.ts';
import { directoryRefusal, readRefusal } from './system-error.ts';
import { limitYoung } from './v8-settings.ts';

export interface ByteRange {
  /** The first byte to read; the beginning if not given. */
  readonly start?: number;
  /** The byte to stop before; the end of the file, as it is when reached, if not given. */
  readonly end?: number;
}

/** Which bytes to read, and how many at once. */
export interface ReadOptions extends ByteRange {
  /** How much to read at once; small where only the head of a file is wanted. */
  readonly chunkBytes?: number;
}

const CHUNK_BYTES = 1 << 20;

/** The file's bytes. Each chunk is a buffer of its own, because lines are views of it and may outlive it. */
export async function* openByteSource(file: string, options: ReadOptions = {}): AsyncGenerator<Uint8Array> {
  const { start, end = Number.POSITIVE_INFINITY, chunkBytes = CHUNK_BYTES } = options;
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const readAt = async (from: number): Promise<Uint8Array> => {
      // A small file needs no large buffer; past its known size it may have grown, so reading goes on to the real end.
      const wanted = Math.min(chunkBytes, end - from, from < size ? size - from : SMALL_READ);
      const buffer = Buffer.allocUnsafeSlow(wanted);
      // Without a start the system keeps the position: a pipe (`<(…)`) has none to seek to.
      const { bytesRead } = await handle.read(buffer, 0, wanted, start === undefined ? null : from);
      return bytesRead === wanted ? buffer : buffer.subarray(0, bytesRead);
    };
    let at = start ?? 0;
    let ahead: Promise<Uint8Array> | undefined;
    for (let isFirst = true; at < end; isFirst = false) {
      const chunk = await (ahead ?? readAt(at));
      if (chunk.length === 0) return;
      at += chunk.length;
      // Who asks for a second chunk mostly wants all of them: the next one is read while this one is worked on.
      ahead = isFirst || at >= end ? undefined : readAt(at);
      // If it fails, that is told to whoever asks for it; nobody may.
      ahead?.catch(() => undefined);
      yield chunk;
      limitYoung();
    }
  } catch (error) {
    throw readRefusal(file, error);
  } finally {
    await handle.close();
  }
}

// For pipes and files being appended to: what comes is usually a line or two.
const SMALL_READ = 1 << 16;

/** The lines of a session file, one by one; no more than a chunk and a line are held [L2]. */
export function readLogFile(
  file: string,
  options: { readonly chunkBytes?: number } = {},
): AsyncGenerator<Line> {
  return readLog(openByteSource(file, options));
}

/** Smaller files are read in one step: waiting for a thread pool at each chunk of many small files takes longer than reading. */
const READ_AT_ONCE = 64 << 20;

export interface WholeLog {
  readonly lines: readonly Line[];
  /** All bytes of the file; undefined for one that is too large to be held in one piece. */
  readonly bytes: Uint8Array | undefined;
}

/** All lines of a file of about that size. */
export async function readWholeLog(file: string, size: number): Promise<WholeLog> {
  if (size > READ_AT_ONCE) {
    return { lines: await collectLog(openByteSource(file)), bytes: undefined };
  }
  const bytes = readAtOnce(file);
  return { lines: parseLog(bytes), bytes };
}

/** The bytes of a file of about that size: at once where one chunk holds them, else chunk by chunk. */
export function sizedByteSource(file: string, size: number): ByteSource {
  return size > 0 && size <= CHUNK_BYTES ? [readAtOnce(file)] : openByteSource(file);
}

/** The bytes from `start` to before `end`, or to the end of the file; at once, for a look at the end of each of many files. */
export function readRange(file: string, start: number, end: number): Uint8Array {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
    let at = 0;
    while (at < bytes.length) {
      const read = readSync(handle, bytes, at, bytes.length - at, start + at);
      if (read === 0) break;
      at += read;
    }
    return bytes.subarray(0, at);
  } catch (error) {
    throw readRefusal(file, error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function readAtOnce(file: string): Uint8Array {
  limitYoung();
  try {
    return readFileSync(file);
  } catch (error) {
    throw readRefusal(file, error);
  }
}

/** The bytes of one line, without its newline, as they are in the file now. */
export async function readPlace(file: string, place: Place): Promise<Uint8Array> {
  if (place.length > constants.MAX_LENGTH) {
    throw new Refusal(
      'line-too-long',
      `Line ${place.line} of ${quoteName(file)} is too long to be held in memory.`,
    );
  }
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    // Before the buffer is made: a place from a stale catalog may name any length.
    if (place.offset + place.length > size) throw shortRefusal(file, place);
    const bytes = Buffer.allocUnsafeSlow(place.length);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await handle.read(bytes, at, bytes.length - at, place.offset + at);
      if (bytesRead === 0) throw shortRefusal(file, place);
      at += bytesRead;
    }
    return bytes;
  } catch (error) {
    throw readRefusal(file, error);
  } finally {
    await handle.close();
  }
}

function shortRefusal(file: string, place: Place): Refusal {
  return new Refusal(
    'file-changed',
    `The file ${quoteName(file)} has become shorter and no longer holds line ${place.line}.`,
    'Read it again from the beginning (`clew sync`).',
  );
}

async function openFile(file: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    throw readRefusal(file, error);
  }
  // A directory can be opened on some systems, and only fails at the first read.
  const isDirectory = await handle.stat().then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) return handle;
  await handle.close();
  throw directoryRefusal(file);
}
