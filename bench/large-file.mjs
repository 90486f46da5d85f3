// Forges the large session files that benchmarks read, into a temporary folder, and runs clew on them.
import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { forgeLargeSession } from '../dist/forge/forge-large.js';
import { forgedFolder } from './forged-folder.mjs';
import { runCommand } from './run-process.mjs';

/** A forged session of about that many bytes; made once, then kept in the temporary folder. */
export function largeFile(bytes) {
  const file = join(forgedFolder(), `${bytes}.jsonl`);
  if (!existsSync(file) || statSync(file).size < bytes)
    writeChunks(file, forgeLargeSession({ seed: 1, bytes }));
  return file;
}

function writeChunks(file, chunks) {
  const handle = openSync(`${file}.part`, 'w');
  for (const chunk of chunks) writeSync(handle, chunk);
  closeSync(handle);
  renameSync(`${file}.part`, file);
}

/** Runs clew in a process of its own; `seconds`, and peak memory in megabytes, as the kernel counted it. */
export function runClew(...words) {
  const run = runCommand(words, { allowed: [0, 1, 2] });
  return { ...run, seconds: run.ms / 1000, megabytes: run.megabytes ?? Number.NaN };
}
