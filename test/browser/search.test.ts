import { expect, test } from 'vitest';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { writeDemoHome } from './write-home.ts';

describeInBrowser('the search over all sessions', () => {
  const { app } = appOver(writeDemoHome);

  test('with the keyboard alone: words, down the hits, and Enter opens the one that is marked', async () => {
    const page = await app.open('/sessions');
    await page.getByRole('row', { selected: true }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('textbox', { name: 'Search' }).waitFor();
    await page.keyboard.type('test');
    await page.locator('.hit').nth(2).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const marked = page.locator('.hit[aria-current]');
    const href = (await page.locator('.hit').nth(2).getAttribute('href')) ?? '';
    await expect.poll(() => marked.getAttribute('href')).toBe(href);
    await page.keyboard.press('Enter');
    const line = /line=\d+/.exec(href)?.[0] ?? 'no line';
    await page.waitForFunction((wanted) => location.hash.includes(wanted), line);
    expect(new URL(page.url()).hash).toContain(href.split('?')[0]?.slice(1));
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('every session with a hit can be reached, not only the first twenty', async () => {
    const page = await app.open('/search');
    await page.getByText('What are you looking for?').waitFor();
    await page.keyboard.type('the');
    const groups = page.locator('.grp-s');
    await groups.nth(19).waitFor();
    expect(await groups.count()).toBe(20);
    const more = page.getByRole('button', { name: /^\d+ more$/ });
    const left = Number.parseInt((await more.textContent()) ?? '', 10);
    await more.click();
    await expect.poll(() => groups.count()).toBe(20 + left);
    expect(await more.count()).toBe(0);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('the summary of a compaction is shown in its place', async () => {
    const page = await app.open('/search');
    await page.getByText('What are you looking for?').waitFor();
    await page.keyboard.type('"continued from a previous"');
    await page.locator('.preview .tie', { hasText: 'Compacted' }).first().waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('a hit without a place is not shown by the rows of the one before it', async () => {
    const page = await app.open('/search?q=test');
    const hits = page
      .locator('.grp-s', { has: page.locator('.hit').nth(1) })
      .first()
      .locator('.hit');
    await hits.first().hover();
    await page.locator('.preview .bead').first().waitFor();
    await page.route(/\/rows\?.*line=/, (request) =>
      request.fulfill({ json: { from: 0, total: 1, rows: [] } }),
    );
    await hits.nth(1).hover();
    await page.getByText('This hit has no place in the transcript.').waitFor();
    await page.context().close();
  });

  test('what is found nowhere offers nothing to narrow', async () => {
    const page = await app.open('/search?q=zzzqqqxxx');
    const words = page.getByText('Nothing found for');
    await words.waitFor();
    expect(await page.getByRole('navigation', { name: 'Narrow' }).textContent()).toBe('');
    // Of what was typed since then nothing is known yet.
    await page.route(/\/api\/search/, () => undefined);
    await page.getByRole('textbox', { name: 'Search' }).fill('test');
    await page.waitForRequest(/\/api\/search\?q=test/);
    expect(await words.textContent()).toBe('Nothing found for “zzzqqqxxx”');
    await page.context().close();
  });
});
