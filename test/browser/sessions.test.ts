import { expect, test } from 'vitest';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { openApp } from './open-app.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeDemoHome, writeSession } from './write-home.ts';

describeInBrowser('the list of sessions', () => {
  const { app } = appOver(writeDemoHome);

  test('the page of live sessions asks by itself whether they still are', async () => {
    const page = await app.open('/sessions');
    await page.clock.install();
    await page.goto(`${app.url}#/live`);
    await page.locator('main.live:not([aria-busy="true"])').waitFor();
    const asked = page.waitForRequest(/traits=live/);
    await page.clock.fastForward(90_000);
    await asked;
    await page.context().close();
  });

  test('shows every session with a conversation, by day, with the first one peeked at', async () => {
    const page = await app.open('/sessions');
    await page.getByRole('row', { selected: true }).waitFor();
    const count = Number(/\d+/.exec((await page.locator('h1').textContent()) ?? '')?.[0]);
    expect(count).toBeGreaterThan(20);
    expect(await page.locator('.sday').count()).toBeGreaterThan(0);
    await page.getByText('If you resume').waitFor();
    await page.locator('.peek b').first().waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('filters as one types, sorts by a column, and the address keeps both', async () => {
    const page = await app.open('/sessions');
    await page.getByRole('row', { selected: true }).waitFor();
    await page.keyboard.press('f');
    await page.keyboard.type('flaky');
    await expect.poll(() => page.locator('h1').textContent()).toBe('3 sessions');
    for (const title of await page.locator('.srow .ti').allTextContents()) expect(title).toContain('flaky');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Turns' }).click();
    await page
      .getByRole('columnheader', { name: 'Turns' })
      .and(page.locator('[aria-sort="descending"]'))
      .waitFor();
    await page.reload();
    await expect.poll(() => page.locator('h1').textContent()).toBe('3 sessions');
    const turns = (await page.locator('.srow .c-turns').allTextContents()).map(Number);
    expect(turns).toEqual([...turns].sort((a, b) => b - a));
    await page.context().close();
  });

  test('a heading ends where its figures end, with the arrow of the sorting too', async () => {
    for (const width of [1440, 420]) {
      const page = await app.open('/sessions', { viewport: { width, height: 900 } });
      await page.locator('.srow').first().waitFor();
      const ends = await page.evaluate(() => {
        const endOf = (selector: string) => {
          const range = document.createRange();
          range.selectNodeContents(document.querySelector(selector) as Element);
          return range.getBoundingClientRect().right;
        };
        return [endOf('.scols > :last-child'), endOf('.srow > :last-child')];
      });
      expect(ends[0], `${width}`).toBeCloseTo(ends[1] as number, 0);
      await page.context().close();
    }
  });

  test('is walked with the keys: J and K choose, R copies the resume command, Enter opens', async () => {
    const page = await app.open('/sessions');
    await page.getByRole('row', { selected: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const title = await page.locator('.srow[aria-selected="true"] .ti a').textContent();
    expect(title).toBe(await page.locator('.srow .ti a').nth(1).textContent());
    await page.keyboard.press('r');
    await page.getByText('Resume command copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /claude --resume [0-9a-f-]{36}$/,
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor();
    await page.context().close();
  });

  test('the project tree narrows the list and gives it back', async () => {
    const page = await app.open('/sessions');
    await page.getByRole('row', { selected: true }).waitFor();
    const all = await page.locator('h1').textContent();
    const project = page.locator('.side li a').nth(1);
    const count = await project.locator('.n').textContent();
    await project.click();
    await expect.poll(() => page.locator('h1').textContent()).toBe(`${count} sessions`);
    await project.click();
    await expect.poll(() => page.locator('h1').textContent()).toBe(all);
    await page.context().close();
  });

  test('the palette finds a session and goes there; ? lists the keys', async () => {
    const page = await app.open('/sessions');
    await page.getByRole('row', { selected: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('memory leak');
    const options = page.getByRole('option');
    // The first is to search for the words; behind it come the sessions that have them.
    await expect
      .poll(
        async () => {
          const texts = await options.allTextContents();
          return texts.length > 1 && texts.every((text) => text.includes('memory'));
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /memory/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Next, previous error').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });
});

describeInBrowser('the list without sessions, and with one more', () => {
  test('says where it looked and what to do; a new session is told of and appears by itself', async () => {
    const home = emptyHome();
    const app = await openApp(home.path);
    const page = await app.open('/sessions');
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
    await page.locator('.state', { hasText: home.path }).waitFor();
    const stats = await app.open('/stats');
    await stats.getByRole('heading', { name: 'No requests yet' }).waitFor();
    const talk = new Talk().prompt('Build a small boat').say('Here is a boat.');
    writeSession(home, talk.sessionId, talk.entries);
    await page
      .getByRole('status')
      .getByText(/New session/)
      .waitFor({ timeout: 15_000 });
    await page.locator('.srow').getByText('Build a small boat').first().waitFor({ timeout: 15_000 });
    await app.close();
    home.remove();
  });

  test('when the server goes, the page says so in a sentence', async () => {
    const home = emptyHome();
    const app = await openApp(home.path);
    const page = await app.open('/sessions');
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.evaluate(() => {
      location.hash = '#/session/12345678';
    });
    await page.getByRole('alert').getByText('The clew server does not answer.').waitFor();
    await app.close();
    home.remove();
  });
});
