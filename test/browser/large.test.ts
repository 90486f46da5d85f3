import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { largeSession } from '../../src/forge/forge-large.ts';
import type { TurnsAnswer } from '../../src/server/api.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { readJson } from './open-app.ts';
import { visibleRows } from './visible-rows.ts';
import { emptyHome } from './write-home.ts';

/** 200 MB have 100,000 entries; a tenth shows the same in a tenth of the time. */
const BYTES = Number(process.env.CLEW_LARGE_BYTES ?? 20e6);
const MOST_NODES = 3000;

describeInBrowser('a session that is too long for a page', () => {
  let key: string;
  let turns: number;
  const { app } = appOver(emptyHome, (home) => {
    const { path, chunks, sessionId } = largeSession({ seed: 'browser', bytes: BYTES });
    mkdirSync(dirname(join(home.path, path)), { recursive: true });
    writeFileSync(join(home.path, path), Buffer.concat([...chunks]));
    key = sessionId;
  });
  beforeAll(async () => {
    turns = (await readJson<TurnsAnswer>(`${app.url}api/sessions/${key}/turns`)).turns.length;
  });

  test('keeps the document small wherever one scrolls, and shows text there', async () => {
    const page = await app.open(`/session/${key}`);
    await page.locator('.prompt').first().waitFor();
    expect(turns).toBeGreaterThan(200);
    let most = 0;
    for (let step = 0; step <= 20; step++) {
      await page.evaluate(
        (share) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share),
        step / 20,
      );
      await expect.poll(() => visibleRows(page), { timeout: 20_000 }).toBeGreaterThan(3);
      most = Math.max(most, await page.evaluate(() => document.querySelectorAll('*').length));
    }
    expect(most).toBeLessThan(MOST_NODES);
    await page.locator('.loose').waitFor();
    await page.context().close();
  });

  test('a link to a turn in the middle lands on it, and what is above can be scrolled into without a jump', async () => {
    const number = Math.floor(turns / 2);
    const page = await app.open(`/session/${key}/transcript?turn=${number}`);
    const head = page.locator(`#turn-${number}`);
    await head.waitFor();
    await page.waitForTimeout(500);
    const top = async () => (await head.boundingBox())?.y ?? Number.NaN;
    expect(await top()).toBeGreaterThan(120);
    expect(await top()).toBeLessThan(260);
    const before = await top();
    for (let step = 1; step <= 8; step++) {
      await page.mouse.move(600, 500);
      await page.mouse.wheel(0, -60);
      await page.waitForTimeout(150);
      expect(Math.abs((await top()) - (before + 60 * step))).toBeLessThan(3);
    }
    await page.context().close();
  });

  test('the rail goes to the end and back by keys and by pointer', async () => {
    const page = await app.open(`/session/${key}`);
    await page.locator('.prompt').first().waitFor();
    const rail = page.getByRole('slider', { name: 'Turn' });
    await rail.focus();
    await page.keyboard.press('End');
    await expect
      .poll(async () => Number(await rail.getAttribute('aria-valuenow')), { timeout: 20_000 })
      .toBeGreaterThan(turns - 12);
    await page.keyboard.press('Home');
    await expect
      .poll(async () => Number(await rail.getAttribute('aria-valuenow')), { timeout: 20_000 })
      .toBeLessThan(3);
    const box = await rail.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect
      .poll(async () => Math.abs(Number(await rail.getAttribute('aria-valuenow')) - turns / 2) / turns, {
        timeout: 20_000,
      })
      .toBeLessThan(0.1);
    await page.context().close();
  });
});
