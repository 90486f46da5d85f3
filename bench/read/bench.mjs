// How fast is reading with full parse, against the loop that everybody writes and against what the machine can do?
import { readLogFile } from '../../dist/disk/index.js';
import { nameOfSize } from '../forged-home.mjs';
import { largeFile } from '../large-file.mjs';
import { compare, growthOf, printRows } from '../measure.mjs';
import { bareRead, newlineScan, parseWhole, readlineParse } from './references.mjs';

const LEAST = 0.8;

export async function bench({ quick = false, full = false } = {}) {
  const rows = [];
  const sizes = [];
  for (const bytes of full ? [100e6, 500e6, 2e9] : quick ? [5e6, 10e6, 20e6] : [25e6, 50e6, 100e6]) {
    const file = largeFile(bytes);
    const name = nameOfSize(bytes);
    const found = await compare({
      [`readline + JSON.parse: ${name}`]: () => cpuOf(readlineParse, file),
      [`clew, entries with places: ${name}`]: () => cpuOf(readWithPlaces, file),
      [`bare read: ${name}`]: () => cpuOf(bareRead, file),
      [`bare newline scan: ${name}`]: () => cpuOf(newlineScan, file),
      // Above half a gigabyte there is no such string.
      ...(bytes <= 500e6 ? { [`bare JSON.parse: ${name}`]: () => cpuOf(parseWhole, file) } : {}),
    });
    printRows(`Reading a forged session of ${name}`, found);
    rows.push(...found);
    sizes.push({ size: bytes, ms: found[1].ms, speed: found[1].speed });
  }
  return {
    question: 'read',
    rows,
    growth: growthOf(sizes),
    goal: `speed ≥ ${LEAST} of the loop with readline and JSON.parse`,
    holds: sizes.every(({ speed }) => speed >= LEAST),
  };
}

// All in this process, alternating: CPU time tells them apart on a busy machine, too.
async function cpuOf(read, file) {
  const before = process.cpuUsage();
  await read(file);
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000 };
}

async function readWithPlaces(file) {
  let entries = 0;
  for await (const line of readLogFile(file)) if (line.kind === 'entry') entries++;
  return entries;
}
