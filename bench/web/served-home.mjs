// Starts `clew serve` on a home with one session in it, and reads how much memory its processes hold.
import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = process.env.CLEW_BENCH_MAIN ?? fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** `dataDir` may be that of an earlier start: what was kept there is found again. */
export async function serveSession(file, sessionId, dataDir = mkdtempSync(join(tmpdir(), 'clew-web-data-'))) {
  // The same path at every start: what was kept is kept by it.
  const home = join(dirname(file), `home-${sessionId}`);
  rmSync(home, { recursive: true, force: true });
  const project = join(home, 'projects', '-home-dev-work-harbor');
  mkdirSync(project, { recursive: true });
  linkSync(file, join(project, `${sessionId}.jsonl`));
  const server = spawn(
    process.execPath,
    [MAIN, 'serve', '--home', home, '--no-open', '--port', '0', '--json'],
    {
      env: { ...process.env, CLEW_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { url } = JSON.parse(await firstLine(server.stdout));
  await inSync(url);
  return {
    url,
    dataDir,
    memory: () => memoryOf(server.pid),
    stop: async ({ keep = false } = {}) => {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGINT');
      await ended;
      rmSync(home, { recursive: true, force: true });
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function firstLine(stream) {
  return new Promise((done, fail) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')));
    });
    stream.on('end', () => fail(new Error(`clew serve ended: ${text}`)));
  });
}

// What is measured is opening a session, not the first reading of a home.
async function inSync(url) {
  for (let tries = 0; tries < 600; tries++) {
    const about = await (await fetch(`${url}api/about`)).json();
    if (about.catalog?.state !== 'syncing') return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Megabytes at the most so far: of the server itself, and of each process that it started and that is still there. */
function memoryOf(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === String(pid))
    .map(peakOf);
  return { server: peakOf(pid), children };
}

function parentOf(pid) {
  return readStatus(pid)?.match(/^PPid:\s+(\d+)/m)?.[1];
}

function peakOf(pid) {
  return Math.round(Number(readStatus(pid)?.match(/^VmHWM:\s+(\d+)/m)?.[1] ?? Number.NaN) / 1024);
}

function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined;
  }
}
