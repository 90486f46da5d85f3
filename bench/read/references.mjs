// The references: what a machine can do with a session file that it only reads, cuts into lines, or parses.
import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';

const CHUNK = 1 << 20;

function* chunksOf(file) {
  const handle = openSync(file, 'r');
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  try {
    for (;;) {
      const read = readSync(handle, buffer, 0, CHUNK, null);
      if (read === 0) return;
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(handle);
  }
}

export function bareRead(file) {
  let bytes = 0;
  for (const chunk of chunksOf(file)) bytes += chunk.length;
  return bytes;
}

export function newlineScan(file) {
  let lines = 0;
  for (const chunk of chunksOf(file))
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** The file in one string: the fastest that can be written, as long as a string can hold it. */
export function parseWhole(file) {
  let entries = 0;
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '' && JSON.parse(line)) entries++;
  return entries;
}

/** The loop that everybody writes. */
export async function readlineParse(file) {
  let entries = 0;
  const input = createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    try {
      JSON.parse(line);
      entries++;
    } catch {}
  }
  return entries;
}
