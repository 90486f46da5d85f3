// How fast is reading with full parse, against the loop that everybody writes: readline and JSON.parse?
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readLogFile } from '../../dist/disk/index.js';
import { largeFile } from '../large-file.mjs';
import { compare, printRows } from '../measure.mjs';

export async function bench() {
  const file = largeFile(100_000_000);
  const rows = await compare({
    'readline + JSON.parse': async () => {
      let entries = 0;
      for await (const line of createInterface({
        input: createReadStream(file),
        crlfDelay: Number.POSITIVE_INFINITY,
      })) {
        try {
          JSON.parse(line);
          entries++;
        } catch {}
      }
      return entries;
    },
    'clew, entries with places': async () => {
      let entries = 0;
      for await (const line of readLogFile(file)) if (line.kind === 'entry') entries++;
      return entries;
    },
  });
  printRows('Reading a forged session of 100 MB', rows);
  return { question: 'read', rows, goal: 'speed ≥ 0.8', holds: rows[1].speed >= 0.8 };
}
