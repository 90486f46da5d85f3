// Starts `clew serve` on a home with one session in it, and reads how much memory its processes hold.
import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from '../run-process.mjs';

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
      env: { ...ownEnvironment(), CLEW_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { url } = JSON.parse(await firstLine(server.stdout));
  await inSync(url);
  const memory = watchMemory(server.pid);
  return {
    url,
    dataDir,
    memory: memory.tell,
    stop: async ({ keep = false } = {}) => {
      memory.stop();
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
    const about = await (await fetch(`${url}api/about`, { headers: { connection: 'close' } })).json();
    if (about.catalog?.state !== 'syncing') return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

const SAMPLE_MS = 50;

/** Notes again and again what the server and the processes that it started hold together. */
function watchMemory(pid) {
  let [peak, ownPeak] = [0, 0];
  const look = () => {
    peak = Math.max(peak, sumOf(familyOf(pid), 'status', /^VmRSS:\s+(\d+)/m));
    ownPeak = Math.max(ownPeak, sumOf([String(pid)], 'status', /^VmRSS:\s+(\d+)/m));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    /** Megabytes: at the most so far (all, and the server itself) and now, each process with all its pages; and now, with pages that several share counted once. */
    tell: () => {
      look();
      const family = familyOf(pid);
      return {
        peak,
        ownPeak,
        now: sumOf(family, 'status', /^VmRSS:\s+(\d+)/m),
        sharedOnce: sumOf(family, 'smaps_rollup', /^Pss:\s+(\d+)/m),
        processes: family.length,
      };
    },
    stop: () => clearInterval(timer),
  };
}

function familyOf(pid) {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && readProc(name, 'status')?.match(/^PPid:\s+(\d+)/m)?.[1] === String(pid),
  );
  return [String(pid), ...children];
}

// A process may end while it is looked at.
function sumOf(pids, file, pattern) {
  const kilobytes = pids.reduce((sum, pid) => sum + Number(readProc(pid, file)?.match(pattern)?.[1] ?? 0), 0);
  return Math.round(kilobytes / 1024);
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
