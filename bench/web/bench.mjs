// How soon can one read and use very long sessions in the browser, how smoothly do they scroll, and what do they hold in memory?
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { largeFile } from '../large-file.mjs';
import { median, NotMeasured } from '../measure.mjs';
import { runNode } from '../run-process.mjs';
import { freshPage } from './fresh-page.mjs';
import { measureGraph } from './graph.mjs';
import { MANY_ID, manyTurns } from './many-turns.mjs';
import { scroll } from './scroll.mjs';
import { serveSession } from './served-home.mjs';
import { measureTimeline } from './timeline.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const REFERENCE = fileURLToPath(new URL('../export/parse-file.mjs', import.meta.url));
const REFERENCE_RUNS = 5;
const FIRST_MS = 1000;
const VIEW_MS = 2000;
const BLANK_MS = 100;
const MOST_NODES = 3000;
const MOST_MB = 400;
const LEAST_FPS = 30;
/** Half seconds in which the memory stays as it is. */
const REST_LOOKS = 16;

/** What must be there before a view can be used. */
const VIEWS = {
  transcript: '.prompt',
  context: 'svg.growth .band',
  files: '#main:not([aria-busy]) .file-row, #main:not([aria-busy]) table tbody tr',
  health: 'main.health h2',
  cut: '.cut .cut-opt:not(.loading)',
  timeline: 'svg.lanes[role="img"]',
  graph: '.grow-row',
};

export async function bench({ full = false } = {}) {
  if (!existsSync(CHROMIUM)) throw new NotMeasured('no Chromium was found (name one with CHROMIUM)');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const many = manyTurns(full ? 20_000 : 4000);
    const rows = [
      ...(await readLarge(browser, largeFile(full ? 100e6 : 20e6))),
      ...(await openViews(browser, many)),
      ...(await drawViews(browser, many)),
    ];
    console.log('\nWeb');
    for (const row of rows) console.log(`  ${row.holds ? 'holds' : 'FAILS'}  ${row.name}: ${row.words}`);
    return {
      question: 'web',
      rows,
      goal: `first content < ${FIRST_MS} ms, each view < ${VIEW_MS} ms, opened before or not, pan and zoom at ${LEAST_FPS} frames a second, nothing blank for more than ${BLANK_MS} ms, < ${MOST_NODES} nodes, the server itself always < ${MOST_MB} MB, with its processes < ${MOST_MB} MB at rest`,
      holds: rows.every(({ holds }) => holds),
    };
  } finally {
    await browser.close();
  }
}

/** Down a very long transcript and all over it, and what that holds in memory: the server with all processes that it started. */
async function readLarge(browser, file) {
  const sessionId = /"sessionId":"([^"]+)"/.exec(readFileSync(file, 'utf8').slice(0, 20_000))?.[1];
  const page = await freshPage(browser);
  const served = await serveSession(file, sessionId);
  try {
    const ms = await openView(page, served.url, sessionId, 'transcript');
    const random = numbersOf(7);
    // Down the page at once, while the server still reads; jumps over the whole of it when it is there.
    const down = await scroll(page, 60, () => undefined);
    await page.locator('[role=slider]').waitFor();
    const jumps = await scroll(page, 60, () => random());
    const memory = await restOf(served);
    await page.context().close();
    const megabytes = (file.match(/\d+/)?.[0] ?? 0) / 1e6;
    const size = `${megabytes} MB, transcript`;
    const nodes = Math.max(down.nodes, jumps.nodes);
    const reference = parseTime(file);
    return [
      referenceRow(`${megabytes} MB`, reference),
      { name: `${size}, first content`, ms, ratio: ms / reference, words: `${ms} ms`, holds: ms < FIRST_MS },
      blankRow(`${size}, longest blank down the page`, down),
      blankRow(`${size}, longest blank in jumps`, jumps),
      { name: `${size}, nodes in the page`, nodes, words: `${nodes}`, holds: nodes < MOST_NODES },
      memoryRow(`${size}, the server itself at the most`, memory.ownPeak, MOST_MB),
      memoryRow(`${size}, all processes at the most`, memory.peak),
      // Each process counts the program of Node as its own: the sum tells of memory that is not there.
      memoryRow(`${size}, all processes at rest`, memory.now),
      memoryRow(`${size}, at rest, pages that they share counted once`, memory.sharedOnce, MOST_MB),
    ];
  } finally {
    await served.stop();
  }
}

function blankRow(name, { blanks, steps }) {
  const ms = Math.max(0, ...blanks);
  const tooLong = blanks.filter((blank) => blank > BLANK_MS).length;
  return {
    name,
    ms,
    words: `${ms} ms (${tooLong} of ${steps} steps over ${BLANK_MS} ms)`,
    holds: tooLong === 0,
  };
}

function memoryRow(name, megabytes, most = Number.POSITIVE_INFINITY) {
  return { name, megabytes, words: `${megabytes} MB`, holds: megabytes < most };
}

/** The memory when what is worked out ahead is done: nothing has changed much for some seconds. */
async function restOf(served) {
  let [before, quiet] = [served.memory(), 0];
  for (let tries = 0; tries < 300 && quiet < REST_LOOKS; tries++) {
    await new Promise((done) => setTimeout(done, 500));
    const now = served.memory();
    quiet = Math.abs(now.now - before.now) <= 2 && now.processes === before.processes ? quiet + 1 : 0;
    before = now;
  }
  return before;
}

/** Each view by its own address: of a session that clew never saw, and on a server started anew that has looked at it before. */
async function openViews(browser, file) {
  const reference = parseTime(file);
  const rows = [referenceRow(`${turnsOf(file)} turns`, reference)];
  for (const view of Object.keys(VIEWS)) {
    const firstPage = await freshPage(browser);
    const first = await serveSession(file, MANY_ID);
    const unseen = await openView(firstPage, first.url, MANY_ID, view);
    await known(first);
    await firstPage.context().close();
    await first.stop({ keep: true });
    const page = await freshPage(browser);
    const second = await serveSession(file, MANY_ID, first.dataDir);
    const seen = await openView(page, second.url, MANY_ID, view);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    await page.context().close();
    await second.stop();
    const name = `${turnsOf(file)} turns, ${view}`;
    rows.push(viewRow(`${name}, never opened before`, unseen, reference), viewRow(name, seen, reference), {
      name: `${name}, nodes in the page`,
      nodes,
      words: `${nodes}`,
      holds: nodes < MOST_NODES,
    });
  }
  return rows;
}

function viewRow(name, ms, reference) {
  return { name, ms, ratio: ms / reference, words: `${ms} ms`, holds: ms < VIEW_MS };
}

/** What the machine needs, at that time, to start Node and parse the lines of the same file: a wait means little without it. */
function parseTime(file) {
  return Math.round(median(Array.from({ length: REFERENCE_RUNS }, () => runNode([REFERENCE, file]).ms)));
}

function referenceRow(what, ms) {
  return { name: `${what}, bare JSON.parse`, ms, ratio: 1, words: `${ms} ms`, holds: true };
}

/** Pan, zoom and playback of the drawn views. */
async function drawViews(browser, file) {
  const page = await freshPage(browser);
  const served = await serveSession(file, MANY_ID);
  try {
    const address = `${served.url}#/session/${MANY_ID}`;
    await page.goto(address);
    await known(served);
    const measured = [
      ...(await measureTimeline(page, `${address}/timeline`)),
      ...(await measureGraph(page, `${address}/graph`)),
    ];
    await page.context().close();
    return measured.map((row) => ({
      ...row,
      name: `${turnsOf(file)} turns, ${row.name}`,
      ...judge(row),
    }));
  } finally {
    await served.stop();
  }
}

function judge({ ms, fps, nodes }) {
  if (ms !== undefined) return { words: `${Math.round(ms)} ms`, holds: ms < VIEW_MS };
  if (fps !== undefined) return { words: `${Math.round(fps)} frames a second`, holds: fps >= LEAST_FPS };
  return { words: `${nodes}`, holds: nodes < MOST_NODES };
}

/** Answers that are kept of a very long session: six of its model, seven of its whole texts. */
const ALL_KEPT = 13;

// Until all that is worked out ahead is kept.
async function known({ url, dataDir }) {
  await fetch(`${url}api/sessions/${MANY_ID}/context`);
  for (let tries = 0; tries < 600; tries++) {
    const folder = join(dataDir, 'answers');
    const kept = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
    if (kept.length >= ALL_KEPT) return;
    await new Promise((done) => setTimeout(done, 500));
  }
}

function turnsOf(file) {
  return file.match(/turns-(\d+)/)?.[1];
}

/**
 * From the start of the navigation until the view's content is there and the page answers: two frames in a row come without
 * delay. The page's own clock, because whoever watches from outside looks only now and then.
 */
async function openView(page, url, sessionId, view) {
  await page.addInitScript(watchFor, VIEWS[view]);
  await page.goto(`${url}#/session/${sessionId}/${view}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.shownAt !== undefined, undefined, { timeout: 120_000 });
  return Math.round(await page.evaluate(() => globalThis.shownAt));
}

/** Runs in the page, before anything of it. */
function watchFor(selector) {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        globalThis.shownAt = performance.now();
      }),
    );
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** The same numbers between 0 and 1 in every run. */
function numbersOf(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
