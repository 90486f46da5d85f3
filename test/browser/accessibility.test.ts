import { beforeAll, expect, test } from 'vitest';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { fakeSearch } from './search-answer.fixture.ts';
import { seriousViolations } from './serious-violations.ts';
import { writeDemoHome } from './write-home.ts';

describeInBrowser('accessibility', () => {
  const { app } = appOver(writeDemoHome);
  let session: string;
  let agents: string;
  beforeAll(async () => {
    const { sessions } = await (await fetch(`${app.url}api/sessions?limit=100&sort=turns`)).json();
    session = sessions[0].key;
    agents = sessions.find((one: { agents: number; turns: number }) => one.agents > 1 && one.turns < 20).key;
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`no page has a serious violation, ${colorScheme}`, async () => {
      // Motion off: what fades in is measured as it will be.
      const page = await app.open('/sessions', { colorScheme, reducedMotion: 'reduce' });
      await page.locator('.peek .kv').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });

    test(`the transcript has none either, with everything open, ${colorScheme}`, async () => {
      const page = await app.open(`/session/${session}`, { colorScheme, reducedMotion: 'reduce' });
      await page.locator('.prompt').first().waitFor();
      await page.locator('.inspect .raw').waitFor();
      await page.keyboard.press('o');
      await page.locator('.body').first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('f');
      await page.keyboard.type('the');
      await page.getByRole('status').getByText(/hits/).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
      const nested = await app.open(`/session/${agents}`, { colorScheme, reducedMotion: 'reduce' });
      await nested.locator('.prompt').first().waitFor();
      // A row must be selected before its turn can be opened.
      await nested.locator('.inspect .raw').waitFor();
      await nested.keyboard.press('o');
      await nested.locator('.strand-agent .bead').first().waitFor();
      expect(await seriousViolations(nested)).toEqual([]);
      await nested.context().close();
    });

    test(`search, live, narrow screens and states, ${colorScheme}`, async () => {
      const search = await app.open('/live', { colorScheme, reducedMotion: 'reduce' });
      await fakeSearch(search, session);
      await search.evaluate(() => {
        location.hash = '#/search?q=retry';
      });
      await search.locator('.hit').first().waitFor();
      expect(await seriousViolations(search)).toEqual([]);
      await search.context().close();
      for (const address of ['/live', '/nowhere', '/session/00000000', `/session/${session}`]) {
        const page = await app.open(address, {
          colorScheme,
          reducedMotion: 'reduce',
          viewport: { width: 420, height: 800 },
        });
        await page.locator('.state, .prompt').first().waitFor();
        expect(await seriousViolations(page)).toEqual([]);
        await page.context().close();
      }
    });
  }

  test('nothing moves for who asked for no motion, and every stop of the tab key is seen', async () => {
    const page = await app.open(`/session/${session}`, { reducedMotion: 'reduce' });
    await page.locator('.prompt').first().waitFor();
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && Number(one.effect?.getTiming().duration) > 1)
          .length,
    );
    expect(moving).toBe(0);
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const at = document.activeElement as HTMLElement;
        return `${at.tagName} ${getComputedStyle(at).outlineStyle}`;
      });
      expect(ring).not.toMatch(/none$/);
    }
    await page.context().close();
  });
});
