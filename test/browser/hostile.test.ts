import { expect, test } from 'vitest';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { hostileTalk, openEverything, watchPage } from './hostile-talk.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import type { AppPage } from './open-app.ts';
import type { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

async function assertHarmless(page: AppPage, origin: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (globalThis as unknown as { ran: string[] }).ran,
    strange: [
      ...document.querySelectorAll(
        '#app script, #app iframe, #app object, #app embed, #app style, #app link, #app form, #app base, #app meta, #app audio, #app video',
      ),
    ].map((node) => node.outerHTML),
    handlers: [...document.querySelectorAll('#app *')].flatMap((node) =>
      [...node.attributes]
        .filter(({ name }) => name.startsWith('on'))
        .map(({ name }) => `${node.tagName} ${name}`),
    ),
    links: [...document.querySelectorAll<HTMLAnchorElement>('#app a[href]')]
      .map((node) => node.protocol)
      .filter((protocol) => !/^(?:https?|mailto):$/.test(protocol)),
    images: [...document.querySelectorAll<HTMLImageElement>('#app img')]
      .map((node) => node.src)
      .filter((src) => !src.startsWith(location.origin)),
    bidi: /[\u202a-\u202e\u2066-\u2069\u001b]/.test(document.querySelector('#app')?.textContent ?? ''),
  }));
  expect(found).toEqual({ ran: [], strange: [], handlers: [], links: [], images: [], bidi: false });
  expect(page.requested.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
  expect(page.errors).toEqual([]);
}

describeInBrowser('hostile sessions', () => {
  const talks: Talk[] = [];
  const { app } = appOver(emptyHome, (home) => {
    for (const evil of HOSTILE_TEXTS) {
      const talk = hostileTalk(evil);
      talks.push(talk);
      writeSession(home, talk.sessionId, talk.entries);
    }
  });

  async function openHarmed(address: string): Promise<AppPage> {
    const page = await app.open('/nowhere');
    await page.addInitScript(watchPage);
    await page.goto('about:blank');
    page.errors.length = 0;
    await page.goto(`${app.url}#${address}`);
    return page;
  }

  test('nothing runs and nothing is fetched in the list, its filter and the palette', async () => {
    const page = await openHarmed('/sessions');
    await page.getByRole('row', { selected: true }).waitFor();
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press('j');
      await page.waitForTimeout(150);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('option').last().waitFor();
    await assertHarmless(page, app.url);
    await page.context().close();
  });

  test('nothing runs and nothing is fetched in any row, opened, of any kind of entry', async () => {
    const page = await openHarmed('/sessions');
    for (const talk of talks) {
      await page.evaluate((id) => {
        location.hash = `#/session/${id}`;
      }, talk.sessionId);
      await page.locator('.prompt').first().waitFor();
      await page.keyboard.press('h');
      await openEverything(page);
      await assertHarmless(page, app.url);
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  }, 400_000);
});
