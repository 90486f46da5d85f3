import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeSession } from '../../src/forge/forge-large.ts';
import { runClew } from '../cli/run-clew.ts';
import { describeInBrowser, launchBrowser } from './chromium.ts';
import { hostileTalk, openEverything, watchPage } from './hostile-talk.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { Talk } from './talk.ts';
import { visibleRows } from './visible-rows.ts';
import { emptyHome, type ScratchHome, writeDemoHome, writeSession } from './write-home.ts';

/** 50 MB are what the page is made for; less shows the same in less time. */
const BYTES = Number(process.env.CLEW_EXPORT_BYTES ?? 10e6);
const MOST_NODES = 3000;

interface LoggedPage extends Page {
  readonly requested: string[];
  readonly errors: string[];
}

describeInBrowser('an exported page, from its file and without a network', () => {
  let browser: Browser;
  let home: ScratchHome;
  beforeAll(async () => {
    browser = await launchBrowser();
    home = emptyHome();
  });
  afterAll(async () => {
    await browser?.close();
    home?.remove();
  });

  async function exportPage(session: string, from = home, ...more: string[]): Promise<string> {
    const file = join(home.path, `${session.slice(0, 8)}-${more.length}.html`);
    const words = ['export', session, '--home', from.path, '--out', file, '--force', '--quiet', ...more];
    const { CLEW_PAGE_FOLDER } = process.env;
    const { code, err } = await runClew(words, { env: CLEW_PAGE_FOLDER ? { CLEW_PAGE_FOLDER } : {} });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return file;
  }

  async function openFile(file: string): Promise<LoggedPage> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, offline: true });
    const page = (await context.newPage()) as LoggedPage;
    const requested: string[] = [];
    const errors: string[] = [];
    Object.assign(page, { requested, errors });
    page.on('request', (request) => requested.push(request.url()));
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.addInitScript(watchPage);
    await page.goto(`file://${file}`);
    await page.locator('.prompt').first().waitFor();
    return page;
  }

  async function assertHarmless(page: LoggedPage, file: string): Promise<void> {
    const found = await page.evaluate(() => ({
      ran: (globalThis as unknown as { ran: string[] }).ran,
      strange: document.querySelectorAll(
        '#app :is(script, iframe, object, embed, style, link, form, base, meta, audio, video)',
      ).length,
      links: [...document.querySelectorAll<HTMLAnchorElement>('#app a[href]')]
        .map((node) => node.getAttribute('href') ?? '')
        .filter((href) => !/^(?:#|https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);base64,)/.test(href)),
      images: [...document.querySelectorAll<HTMLImageElement>('#app img')]
        .map((node) => node.src)
        .filter((src) => !/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(src)),
      scripts: document.querySelectorAll('script:not([type="text/plain"])').length,
    }));
    expect(found).toEqual({ ran: [], strange: 0, links: [], images: [], scripts: 1 });
    expect(page.requested.filter((url) => !url.startsWith('data:'))).toEqual([`file://${file}`]);
    expect(page.errors).toEqual([]);
  }

  test('nothing of a hostile session runs, and no request leaves, in any row of any kind', async () => {
    for (const evil of HOSTILE_TEXTS) {
      const talk = hostileTalk(evil);
      writeSession(home, talk.sessionId, talk.entries);
      const file = await exportPage(talk.sessionId);
      const page = await openFile(file);
      await page.keyboard.press('h');
      await openEverything(page);
      await assertHarmless(page, file);
      await page.context().close();
    }
  }, 600_000);

  test('pictures are shown, words are found, and a printer gets every row', async () => {
    const talk = new Talk();
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    talk.prompt([
      { type: 'text', text: 'look at this' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    ]);
    for (let i = 0; i < 150; i++) talk.prompt(`prompt ${i}`).say(i === 140 ? 'the needle' : `answer ${i}`);
    writeSession(home, talk.sessionId, talk.entries);
    const page = await openFile(await exportPage(talk.sessionId));
    const width = () =>
      page.evaluate(() => document.querySelector<HTMLImageElement>('#app img')?.naturalWidth);
    await expect.poll(width).toBe(1);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.keyboard.type('needle');
    await page.getByRole('status').getByText('1 hit').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('the needle').waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate(() => Object.assign(globalThis, { print: () => undefined }));
    await page.keyboard.press('Control+p');
    await expect.poll(() => page.locator('.prompt').count()).toBe(151);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('an agent’s strand opens, and light becomes dark', async () => {
    const demo = writeDemoHome();
    try {
      const { out } = await runClew(['ls', '--home', demo.path, '--json', '--no-catalog']);
      const { sessions } = JSON.parse(out) as { sessions: { sessionId: string; agents: number }[] };
      const chosen = sessions.find(({ agents }) => agents > 0)?.sessionId as string;
      const file = await exportPage(chosen, demo);
      const page = await openFile(file);
      const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.getByRole('button', { name: 'Light or dark' }).click();
      const changed = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await expect.poll(changed).not.toBe(before);
      await page.keyboard.press('a');
      await page.keyboard.press('Enter');
      await page.locator('.strand .item, .agent, [class*="agent"]').first().waitFor();
      expect(page.errors).toEqual([]);
      await page.context().close();
    } finally {
      demo.remove();
    }
  });

  test('a long session opens and scrolls with a small document', async () => {
    const { path, chunks, sessionId } = largeSession({ seed: 'export', bytes: BYTES });
    mkdirSync(dirname(join(home.path, path)), { recursive: true });
    writeFileSync(join(home.path, path), Buffer.concat([...chunks]));
    const page = await openFile(await exportPage(sessionId));
    let most = 0;
    for (let step = 0; step <= 10; step++) {
      await page.evaluate(
        (share) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share),
        step / 10,
      );
      await expect.poll(() => visibleRows(page), { timeout: 20_000 }).toBeGreaterThan(3);
      most = Math.max(most, await page.evaluate(() => document.querySelectorAll('#app *').length));
    }
    expect(most).toBeLessThan(MOST_NODES);
    expect(page.errors).toEqual([]);
    await page.context().close();
  }, 240_000);
});
