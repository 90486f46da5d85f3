// Does the survey's memory stay flat as the file grows, and does a 200 MB line survive?
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgeHugeLine } from '../../dist/forge/forge-huge-line.js';
import { largeFile, runClew } from '../large-file.mjs';

export async function bench({ full = false } = {}) {
  const sizes = full ? [100e6, 1e9, 5e9] : [20e6, 100e6];
  const rows = [];
  for (const bytes of sizes) rows.push(measure(`${bytes / 1e6} MB`, largeFile(bytes)));
  const huge = join(tmpdir(), 'clew-bench', 'huge-line.jsonl');
  const handle = openSync(huge, 'w');
  for (const chunk of forgeHugeLine({ seed: 1, bytes: full ? 200e6 : 20e6 })) writeSync(handle, chunk);
  closeSync(handle);
  rows.push(measure(full ? 'one line of 200 MB' : 'one line of 20 MB', huge));
  rmSync(huge);
  console.log('\nSurvey: time and peak memory');
  for (const row of rows)
    console.log(
      `  ${row.name.padEnd(20)} ${row.seconds.toFixed(1).padStart(6)} s  ${row.megabytes.toFixed(0).padStart(5)} MB  ${row.lines} lines`,
    );
  const files = rows.slice(0, sizes.length);
  return {
    question: 'survey',
    rows,
    goal: 'peak RSS < 300 MB at 5 GB',
    holds: files.every((row) => row.megabytes < 300) && rows.every((row) => row.unreadable === 0),
  };
}

function measure(name, file) {
  const { status, stdout, stderr, seconds, megabytes } = runClew('survey', file, '--json');
  if (status !== 0) throw new Error(`clew survey failed on ${name}: ${stderr}`);
  const [session] = JSON.parse(stdout).sessions;
  return { name, seconds, megabytes, lines: session.lines, unreadable: session.unreadable };
}
