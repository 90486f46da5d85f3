// How long does `clew serve` take from its start to the first byte of the page, and of the list of sessions?
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgedHome, nameOfSize } from '../forged-home.mjs';
import { compare, printRows } from '../measure.mjs';
import { ownEnvironment } from '../run-process.mjs';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const BARE = fileURLToPath(new URL('bare-server.mjs', import.meta.url));
const LIST = 'api/sessions';
const MOST_MS = 300;

export async function bench({ quick = false, full = false } = {}) {
  const rows = [];
  for (const bytes of full ? [100e6, 1e9] : [quick ? 5e6 : 100e6]) rows.push(await measure(bytes));
  return {
    question: 'serve',
    rows: rows.flat(),
    goal: `from the start of the process to the first byte of the page, and of the list from a warm catalog, < ${MOST_MS} ms`,
    holds: rows
      .flat()
      .every(({ name, ms }) => !name.includes('clew') || name.includes('list, never') || ms < MOST_MS),
  };
}

async function measure(bytes) {
  const home = forgedHome(bytes);
  const name = nameOfSize(bytes);
  const folder = mkdtempSync(join(tmpdir(), 'clew-bench-serve-'));
  const warm = join(folder, 'warm');
  const clew = [MAIN, 'serve', '--home', home, '--no-open', '--port', '0', '--json'];
  const fresh = async (path) => {
    const data = mkdtempSync(join(folder, 'fresh-'));
    try {
      return await firstByte(clew, path, data);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  };
  try {
    await untilSynced(clew, warm);
    const rows = await compare({
      [`a bare Node server: ${name}`]: () => firstByte([BARE], '', warm),
      [`clew serve, the page, never started before: ${name}`]: () => fresh(''),
      [`clew serve, the list, never started before: ${name}`]: () => fresh(LIST),
      [`clew serve, the page: ${name}`]: () => firstByte(clew, '', warm),
      [`clew serve, the list: ${name}`]: () => firstByte(clew, LIST, warm),
    });
    printRows(`A home of ${name}, from the start of the server to the first byte`, rows);
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What it `took` until the first byte; ending the server does not count. */
async function firstByte(words, path, dataDir) {
  const start = performance.now();
  const server = await startServer(words, dataDir);
  await ask(`${server.url}${path}`);
  const took = performance.now() - start;
  await server.stop();
  return { took };
}

async function untilSynced(words, dataDir) {
  const server = await startServer(words, dataDir);
  for (;;) {
    const about = await (await fetch(`${server.url}api/about`)).json();
    if (about.catalog?.state !== 'syncing') break;
    await new Promise((done) => setTimeout(done, 100));
  }
  await server.stop();
}

function startServer(words, dataDir) {
  const server = spawn(process.execPath, words, {
    env: { ...ownEnvironment(), CLEW_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => server.once('exit', done));
  const stop = () => {
    server.kill('SIGINT');
    return ended;
  };
  return new Promise((done, fail) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) done({ url: JSON.parse(text.slice(0, text.indexOf('\n'))).url, stop });
    });
    server.once('exit', (code) => fail(new Error(`${words.join(' ')} ended with ${code}`)));
  });
}

/** Until the first byte of the answer's body. */
function ask(url) {
  return new Promise((done, fail) => {
    get(url, { agent: false }, (response) => {
      response.once('data', () => {
        response.destroy();
        done();
      });
    }).once('error', fail);
  });
}
