import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionsAnswer, TurnsAnswer } from '../../src/server/api.ts';
import { CORPUS, hasCorpus } from '../corpus/corpus.ts';
import { describeInBrowser } from './chromium.ts';
import { type OpenApp, openApp, readJson } from './open-app.ts';
import { fakeSearch } from './search-answer.fixture.ts';
import { type ScratchHome, writeDemoHome } from './write-home.ts';

/** Where the pictures go: to be laid beside the drawn pages, never into the repository. */
const SHOTS = process.env.CLEW_SHOTS ?? join(tmpdir(), 'clew-shots');
const WIDTHS = [1440, 1024, 420];

describeInBrowser('pictures of every page', () => {
  let home: ScratchHome | undefined;
  let app: OpenApp;
  let longest: string;
  let turns: number;
  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    home = hasCorpus ? undefined : writeDemoHome();
    app = await openApp(home?.path ?? CORPUS);
    const { sessions } = await readJson<SessionsAnswer>(`${app.url}api/sessions?limit=20&sort=turns`);
    longest = sessions[1]?.key ?? '';
    const outline = await readJson<TurnsAnswer>(`${app.url}api/sessions/${longest}/turns`);
    turns = outline.turns.filter((turn) => turn.number > 0).length;
  });
  afterAll(async () => {
    await app?.close();
    home?.remove();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      test(`${width} px, ${colorScheme}: nothing is wider than the screen`, async () => {
        const options = { colorScheme, viewport: { width, height: 900 } };
        const page = await app.open('/sessions', options);
        const shoot = async (name: string) => {
          await page.waitForTimeout(400);
          await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`) });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(wide, name).toBeLessThanOrEqual(0);
        };
        await page.locator('.srow').first().waitFor();
        if (width > 1280) await page.locator('.peek .kv').waitFor();
        await shoot('sessions');
        await page.goto(`${app.url}#/session/${longest}`);
        await page.locator('.prompt').first().waitFor();
        await page.keyboard.press('o');
        await shoot('session');
        // A long title gives way to the buttons beside it, not they to it.
        const more = await page.locator('.head-top .icon-btn').boundingBox();
        expect(more?.width).toBe(more?.height);
        expect((more?.x ?? width) + (more?.width ?? 0)).toBeLessThan(width - 8);
        await page.keyboard.press('c');
        await page.waitForTimeout(800);
        await shoot('session-compaction');
        await fakeSearch(page, longest);
        await page.goto(`${app.url}#/search?q=retry`);
        await page.locator('.hit').first().waitFor();
        await shoot('search');
        await page.keyboard.press('Control+k');
        await page.getByRole('option').first().waitFor();
        await shoot('palette');
        expect(page.errors).toEqual([]);
        await page.context().close();
      });
    }
  }

  for (const width of WIDTHS) {
    test(`${width} px: every other page and view is as wide as the screen, and has its words in columns that can be read`, async () => {
      const page = await app.open('/stats', { viewport: { width, height: 900 } });
      const tabs = ['context', 'timeline', 'graph', 'files', 'health', 'cut'];
      const addresses = ['/stats', '/live', ...tabs.map((tab) => `/session/${longest}/${tab}`)];
      for (const address of addresses) {
        await page.goto(`${app.url}#${address}`);
        const name = address.split('/').at(-1) as string;
        await page.locator('main#main:not([aria-busy]) :is(h1, h2, .finding)').first().waitFor();
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(SHOTS, `${name}-${width}-light.png`) });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, name).toBeLessThanOrEqual(0);
        // A column that is not taken away on a narrow screen squeezes the one beside it to a letter a line.
        const squeezed = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('main :is(p, h1, h2, h3, h4)')]
            .filter((one) => one.textContent.trim().length > 20 && one.clientWidth > 0)
            .filter((one) => one.clientWidth < 60)
            .map((one) => one.textContent.slice(0, 40)),
        );
        expect(squeezed, name).toEqual([]);
      }
      expect(page.errors).toEqual([]);
      await page.context().close();
    });
  }

  test('prints as a document: no bars, no buttons, black on white', async () => {
    const page = await app.open(`/session/${longest}`);
    await page.locator('.prompt').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(
      await page
        .locator('.bar, .rail, .inspect, .tabs, .btn')
        .evaluateAll((nodes) => nodes.filter((node) => node.getClientRects().length > 0).length),
    ).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    // The browser's own dialog would wait for a person.
    await page.evaluate(() => {
      globalThis.print = () => undefined;
    });
    await page.keyboard.press('Control+p');
    await expect.poll(() => page.locator('.turn').count(), { timeout: 10_000 }).toBe(turns);
    await page.emulateMedia({ media: 'print' });
    await page.screenshot({ path: join(SHOTS, 'print.png') });
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.turn').count()).toBeLessThan(turns);
    await page.context().close();
  });
});
