// `npm start`: shows the product on your own sessions, or on made-up ones when there are none, and says which.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHomes, findSessions, thisMachine } from '../dist/disk/index.js';

const clew = (...words) =>
  spawnSync(process.execPath, ['dist/cli/main.js', ...words], { stdio: 'inherit' }).status ?? 1;

const homes = await findHomes(thisMachine());
const { sessions } = await findSessions(homes);
if (sessions.length > 0) {
  console.log(`Your own sessions: ${sessions.length} in ${homes.join(', ')}\n`);
  process.exitCode = clew('survey');
} else {
  const demo = mkdtempSync(join(tmpdir(), 'clew-demo-'));
  console.log(`No Claude Code sessions were found on this machine, so these are made-up ones, in ${demo}\n`);
  process.exitCode = clew('demo', demo, '--quiet') || clew('survey', '--home', demo);
}
