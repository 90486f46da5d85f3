// `npm start`: opens the web app on your own sessions, or on made-up ones when there are none, and says which;
// `npm start -- --home DIR` on those of that home.
// With CLEW_NO_OPEN or CI set, no browser is opened: the address is printed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHomes, findSessions, thisMachine } from '../dist/disk/index.js';

const CLEW = 'dist/cli/main.js';

const more = process.argv.slice(2);
const homes = await findHomes(thisMachine());
const { sessions } = await findSessions(homes);
if (more.some((word) => /^--home(?:=|$)/.test(word))) serve(...more);
else if (sessions.length > 0) {
  console.log(`Your own sessions: ${sessions.length} in ${homes.join(', ')}`);
  serve(...more);
} else {
  const demo = mkdtempSync(join(tmpdir(), 'clew-demo-'));
  console.log(`No Claude Code sessions were found on this machine, so these are made-up ones, in ${demo}`);
  const { status } = spawnSync(process.execPath, [CLEW, 'demo', demo, '--quiet'], { stdio: 'inherit' });
  if (status === 0) serve('--home', demo, '--demo', ...more);
  else process.exitCode = status ?? 1;
}

function serve(...words) {
  const child = spawn(process.execPath, [CLEW, 'serve', ...words], { stdio: 'inherit' });
  // Ctrl+C reaches the child by itself; a signal to this process is passed on.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
