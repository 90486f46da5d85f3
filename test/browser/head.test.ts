import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

const DAY_MS = 86_400_000;
const DAY_AND_TIME = /^\d{1,2} \w{3,4}(?: \d{4})?, \d\d:\d\d$/;

describeInBrowser('the head of a session', () => {
  let key: string;
  const { home, app } = appOver(emptyHome, (home) => {
    const more = { gitBranch: 'feature/a-branch-that-is-called-by-a-whole-sentence-of-many-words' };
    const talk = new Talk();
    for (let turn = 1; turn <= 3; turn++) {
      const timestamp = new Date(Date.now() - (4 - turn) * DAY_MS).toISOString();
      talk.prompt(`Turn ${turn} of a talk with a very long title, such as people give`, {
        ...more,
        timestamp,
      });
      talk.say('Yes.');
      Object.assign(talk.entries.at(-1) as object, { ...more, timestamp });
    }
    key = talk.sessionId;
    writeSession(home, key, talk.entries);
  });

  test('the ring of a focused tab lies inside the row, which cuts off what is outside', async () => {
    const page = await app.open(`/session/${key}`);
    await page.locator('.prompt').first().waitFor();
    await page.locator('.head .icon-btn').first().focus();
    for (let i = 0; i < 9 && !(await page.locator('.tabs a:focus-visible').count()); i++)
      await page.keyboard.press('Tab');
    const reach = await page.locator('.tabs a:focus-visible').evaluate((tab) => {
      const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(tab);
      return {
        style: outlineStyle,
        reach: Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset),
      };
    });
    expect(reach.style).toBe('solid');
    expect(reach.reach).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  test('a long title and a long branch leave the facts at most two lines, at any width', async () => {
    for (const width of [1440, 1024, 420]) {
      const page = await app.open(`/session/${key}`, { viewport: { width, height: 900 } });
      await page.locator('.prompt').first().waitFor();
      const lines = await page.locator('.facts > *').evaluateAll((facts) => {
        const shown = facts.filter((fact) => fact.getClientRects().length > 0);
        return new Set(shown.map((fact) => Math.round(fact.getBoundingClientRect().top / 10))).size;
      });
      expect([width, lines]).toEqual([width, width > 720 ? 1 : expect.toBeOneOf([1, 2])]);
      await page.context().close();
    }
  });

  test('the palette leads to the Files page, and saves the session as a page that opens by itself', async () => {
    const page = await app.open(`/session/${key}`);
    await page.locator('.prompt').first().waitFor();
    await page.keyboard.press('Control+k');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('option', { name: 'Export as one HTML file', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.html$/);
    const saved = await page.context().newPage();
    const file = join(home.path, download.suggestedFilename());
    await download.saveAs(file);
    await saved.goto(`file://${file}`);
    await saved.locator('.prompt').first().waitFor();
    expect(await saved.locator('h1').textContent()).toBe(await page.locator('h1').textContent());
    await page.locator('.toast', { hasText: download.suggestedFilename() }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('files');
    await page
      .getByRole('option', { name: /^Files/ })
      .first()
      .click();
    await page.waitForURL(/\/files/);
    await page.context().close();
  });

  test('the graph of a session over several days tells each day once', async () => {
    const page = await app.open(`/session/${key}/graph`);
    await page.locator('.grow-row').first().waitFor();
    const times = await page.locator('.grow-row > .num.x:last-child').allTextContents();
    expect(times).toHaveLength(3);
    for (const time of times) expect(time).toMatch(DAY_AND_TIME);
    await page.context().close();
  });

  test('the timeline tells the day of its cursor, the inspector that of what is selected', async () => {
    const page = await app.open(`/session/${key}/timeline`);
    for (const place of ['.cursor text', '.tl-now h2', '.playbar .moment'])
      await expect.poll(() => page.locator(place).textContent()).toMatch(/\d \w{3}, \d\d:\d\d:\d\d$/);
    expect(await page.locator('.moment ~ .num').textContent()).toMatch(DAY_AND_TIME);
    await page.goto(`${app.url}#/session/${key}`);
    await page.locator('.prompt').first().click();
    await expect
      .poll(() => page.locator('.inspect dl').first().textContent())
      .toMatch(/Time\d+ \w{3}, \d\d:/);
    await page.context().close();
  });

  test('turn heads and the list of turns tell the day where it changes', async () => {
    const page = await app.open(`/session/${key}`);
    const heads = page.locator('.turn-head .who + span');
    await expect
      .poll(() => heads.allTextContents())
      .toEqual(Array(3).fill(expect.stringMatching(DAY_AND_TIME)));
    expect(await heads.first().getAttribute('title')).toMatch(DAY_AND_TIME);
    await page.keyboard.press('g');
    const listed = page.getByRole('option').locator('.meta:last-child');
    await listed.first().waitFor();
    for (const time of await listed.allTextContents()) expect(time).toMatch(DAY_AND_TIME);
    await page.context().close();
  });
});
