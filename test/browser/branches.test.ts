// A session with a way that was left: whoever reads it stays on it, and what the other way does is not told of it.
import { appendFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { SessionHead } from '../../src/server/api.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { type AppPage, readJson } from './open-app.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

describeInBrowser('a branch that was left', () => {
  let file: string;
  let left: number;
  let active: number;
  const talk = new Talk().prompt('Build a lamp').say('Built.');
  const { uuid } = talk.entries.at(-1) as { uuid: string };
  talk
    .prompt('Paint it red')
    .say('It is red.')
    .prompt('Paint it blue', { parentUuid: uuid })
    .say('It is blue.');
  const key = talk.sessionId;
  const { app } = appOver(emptyHome, (home) => {
    file = writeSession(home, key, talk.entries);
  });
  beforeAll(async () => {
    const { branchList } = await readJson<SessionHead>(`${app.url}api/sessions/${key}`);
    left = branchList.find((one) => !one.active)?.number ?? 0;
    active = branchList.find((one) => one.active)?.number ?? 0;
  });

  const openLeft = async (tab = 'transcript', more = ''): Promise<AppPage> => {
    const page = await app.open(`/session/${key}/${tab}?branch=${left}${more}`);
    await page.getByLabel('Branch').waitFor();
    return page;
  };

  test('its end is no place for new lines, and it does not grow with the other', async () => {
    const page = await openLeft();
    await page.locator('.loose', { hasText: 'This branch was left behind and ends here.' }).waitFor();
    const before = talk.entries.length;
    for (let i = 0; i < 4; i++) talk.prompt(`More of blue ${i}`).say('More.');
    const more = talk.entries.slice(before).map((entry) => `${JSON.stringify(entry)}\n`);
    const told = page.waitForResponse((answer) => answer.url().includes('/turns'), { timeout: 30_000 });
    appendFileSync(file, more.join(''));
    await told;
    await page.waitForTimeout(500);
    expect(await page.getByText(/new lines?$/).count()).toBe(0);
    expect(await page.locator('.item').last().textContent()).toContain('This branch was left behind');
    expect(await page.locator('.ghost-line').count()).toBe(0);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('views of the other way say so', async () => {
    for (const tab of ['context', 'timeline', 'files', 'health']) {
      const page = await openLeft(tab);
      await page.getByText(`This view is of branch ${active}, which a resume goes on with.`).waitFor();
      expect(page.errors).toEqual([]);
      await page.context().close();
    }
    const page = await app.open(`/session/${key}/context`);
    await page.getByLabel('Branch').waitFor();
    await page.locator('.finding').waitFor();
    expect(await page.getByText('This view is of branch').count()).toBe(0);
    await page.context().close();
  });

  test('the ways to Cut and to a turn stay on it', async () => {
    const page = await openLeft();
    await page.locator('.prompt').nth(1).click();
    for (const name of ['Cut', 'Cut from here'])
      expect(await page.getByRole('link', { name, exact: true }).first().getAttribute('href')).toContain(
        `/cut?branch=${left}`,
      );
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('it red');
    await page.getByRole('option', { name: /^Paint it red/ }).click();
    await page.waitForFunction((branch) => location.hash.endsWith(`branch=${branch}&turn=2`), left);
    await page.keyboard.press('x');
    await page.waitForFunction((branch) => location.hash.includes(`/cut?branch=${branch}`), left);
    await page.context().close();
  });

  test('two views side by side stay two when the branch is changed', async () => {
    const page = await openLeft('transcript', '&split=graph');
    await page.locator('iframe').nth(1).waitFor();
    await page.getByLabel('Branch').selectOption(String(active));
    await page.waitForFunction((branch) => !location.hash.includes(`branch=${branch}`), left);
    expect(page.url()).toContain('split=graph');
    await page.context().close();
  });

  test('a session that could not be opened at first has its turns, too, when it is tried again', async () => {
    const page = await app.open('/live');
    const api = new RegExp(`/api/sessions/${key}`);
    await page.route(api, (request) => request.abort());
    await page.goto(`${app.url}#/session/${key}`);
    await page.getByText('This session could not be opened').waitFor();
    await page.unroute(api);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('slider', { name: 'Turn' }).waitFor();
    await page.context().close();
  });
});
