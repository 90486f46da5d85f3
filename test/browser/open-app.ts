// Starts the real server on a home and opens the app in a browser, with a log of all that goes wrong or leaves the page.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { About } from '../../src/server/api.ts';
import { startServer } from '../../src/server/start-server.ts';
import { launchBrowser } from './chromium.ts';

export interface OpenApp {
  readonly url: string;
  readonly browser: Browser;
  /** Where the server keeps what is its own. */
  readonly dataDir: string;
  /** Opens an address of the app, such as `/sessions`, in a fresh page. */
  open(address: string, options?: BrowserContextOptions): Promise<AppPage>;
  close(): Promise<void>;
}

export interface AppPage extends Page {
  /** Every request that was made. */
  readonly requested: string[];
  /** Errors of the page and of its console. */
  readonly errors: string[];
}

/** Where the built app is: another folder for those who build privately. */
const WEB_FOLDER = process.env.CLEW_WEB_FOLDER ?? join(import.meta.dirname, '../../dist/web');

export async function openApp(home: string): Promise<OpenApp> {
  if (!existsSync(join(WEB_FOLDER, 'index.html')))
    throw new Error('The web app is not built: npm run build.');
  const dataDir = mkdtempSync(join(tmpdir(), 'clew-browser-'));
  const server = await startServer({
    homes: [home],
    dataDir,
    port: 0,
    webFolder: WEB_FOLDER,
    report: console.error,
  });
  const browser = await launchBrowser();
  return {
    url: server.url,
    browser,
    dataDir,
    open: async (address, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = (await context.newPage()) as AppPage;
      const requested: string[] = [];
      const errors: string[] = [];
      Object.assign(page, { requested, errors });
      page.on('request', (request) => requested.push(request.url()));
      page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(`${server.url}#${address}`);
      return page;
    },
    close: async () => {
      await browser.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The catalog reads the home first, and lists grow until it has. */
export async function whenInSync({ url }: OpenApp): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 120_000; ) {
    const { catalog } = await readJson<About>(`${url}api/about`);
    if (catalog.state === 'in-sync') return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The catalog has not read the home within two minutes.');
}

/** A session that was just written can be opened once the server has heard of it. */
export async function whenKnown({ url }: OpenApp, sessionId: string): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 60_000; ) {
    if ((await fetch(`${url}api/sessions/${sessionId}`)).status === 200) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`The server has not heard of ${sessionId} within a minute.`);
}

/**
 * Asks the server from the test's own process, which is also the server's. On a connection of its own: an idle one that is
 * kept for the next question ends by a timer while this process computes, and would be found broken only when it is used.
 */
export function readJson<T>(url: string): Promise<T> {
  return new Promise((done, fail) => {
    get(url, { agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        try {
          done(JSON.parse(Buffer.concat(chunks).toString('utf8')) as T);
        } catch (error) {
          fail(error);
        }
      });
      answer.on('error', fail);
    }).on('error', fail);
  });
}
