import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import type { AppPage } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

/** Two more pages are loaded than elsewhere, on a machine that may have other things to do. */
const SOON = { timeout: 15_000 };

describeInBrowser('two views side by side', () => {
  const talk = new Talk();
  for (let turn = 1; turn <= 12; turn++) talk.prompt(`question ${turn}`).say(`answer ${turn}. `.repeat(300));
  const { app } = appOver(emptyHome, (home) => {
    writeSession(home, talk.sessionId, talk.entries);
  });

  const open = (address: string, width = 1440): Promise<AppPage> =>
    app.open(`/session/${talk.sessionId}${address}`, {
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    });
  const paneOf = async (page: AppPage, tab: string): Promise<Frame> => {
    const frame = () =>
      page.frames().find((one) => one !== page.mainFrame() && one.url().includes(`/${tab}`));
    await expect.poll(() => frame() !== undefined, SOON).toBe(true);
    const found = frame() as Frame;
    await found.locator('#main:not([aria-busy])').waitFor();
    return found;
  };
  const address = (page: AppPage): string => decodeURIComponent(new URL(page.url()).hash.split('?')[1] ?? '');
  const turnIn = (frame: Frame): Promise<string | null> =>
    frame.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('turn'));
  /** Whether a turn of the transcript is on the screen of its pane. */
  const isSeen = (frame: Frame, turn: number): Promise<boolean> =>
    frame.evaluate((number) => {
      const box = document.querySelector(`#turn-${number}`)?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.top < innerHeight;
    }, turn);

  test('a key opens it with the turn that is read, and what one view selects the other one locates', async () => {
    const page = await open('');
    await page.locator('.prompt').first().waitFor();
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('j');
      await page.waitForTimeout(350);
    }
    const read = await page.locator('.rail [role="slider"]').getAttribute('aria-valuenow');
    expect(Number(read)).toBeGreaterThan(1);
    await page.keyboard.press('s');
    const transcript = await paneOf(page, 'transcript');
    const context = await paneOf(page, 'context');
    expect(address(page)).toBe(`turn=${read}&split=context`);
    await expect.poll(() => isSeen(transcript, Number(read)), SOON).toBe(true);
    // The one page has the bar and the head, the panes have none.
    expect(await page.locator('.bar, .head').count()).toBe(2);
    expect(await transcript.locator('.bar, .head').count()).toBe(0);

    // From the context to the transcript: with its own keys, in the pane that has the keyboard.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'));
    await expect.poll(focused, SOON).toBe('Transcript');
    await page.keyboard.press('w');
    await expect.poll(focused, SOON).toBe('Context');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
    const next = Number(read) + 2;
    await expect.poll(() => address(page), SOON).toBe(`turn=${next}&split=context`);
    await expect.poll(() => isSeen(transcript, next), SOON).toBe(true);

    // And back: a click on a line of the transcript is the turn of the context.
    await page.mouse.move(300, 600);
    await page.mouse.wheel(0, -100_000);
    await transcript
      .getByText(/^answer 1\. /)
      .first()
      .click();
    await expect.poll(() => turnIn(context), SOON).toBe('1');
    await expect.poll(() => address(page), SOON).toContain('turn=1&');
    await context.getByText('question 1', { exact: true }).first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('views are chosen, exchanged and closed; a move to what the other one shows stays beside it; back goes back', async () => {
    const page = await open('/graph?split=transcript&turn=2');
    const transcript = await paneOf(page, 'transcript');
    const graph = await paneOf(page, 'graph');
    await graph.evaluate(() => {
      (globalThis as { mark?: boolean }).mark = true;
    });
    await graph.evaluate((id) => {
      const link = document.createElement('a');
      link.href = `#/session/${id}/transcript?turn=7`;
      document.body.append(link);
      link.click();
    }, talk.sessionId);
    await expect.poll(() => address(page), SOON).toBe('turn=7&split=transcript');
    await expect.poll(() => isSeen(transcript, 7), SOON).toBe(true);
    expect(graph.url()).toContain('/graph?turn=7');

    const left = page.getByRole('navigation', { name: 'Left view' });
    const right = page.getByRole('navigation', { name: 'Right view' });
    const shown = async () => [
      await left.locator('[aria-current]').textContent(),
      await right.locator('[aria-current]').textContent(),
    ];
    expect(await shown()).toEqual(['Graph', 'Transcript']);
    await page.getByRole('button', { name: 'Exchange the two views' }).click();
    await expect.poll(shown, SOON).toEqual(['Transcript', 'Graph']);
    const box = await page.locator('iframe[title="Transcript"]').boundingBox();
    expect(box?.x).toBe(0);
    // Exchanged, not loaded anew.
    expect(await graph.evaluate(() => (globalThis as { mark?: boolean }).mark)).toBe(true);
    await right.getByText('Files').click();
    await expect.poll(shown, SOON).toEqual(['Transcript', 'Files']);
    await paneOf(page, 'files');
    await right.getByText('Transcript').click();
    await expect.poll(shown, SOON).toEqual(['Files', 'Transcript']);
    await page.goBack();
    await expect.poll(shown, SOON).toEqual(['Transcript', 'Files']);
    await page.getByRole('button', { name: 'One view' }).click();
    await page.locator('.tabs-row').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(new URL(page.url()).hash).toBe(`#/session/${talk.sessionId}/transcript?turn=7`);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('the divider is moved with the pointer and with keys, and its place is remembered', async () => {
    const page = await open('/health?split=cut');
    const divider = page.getByRole('separator');
    await divider.waitFor();
    const value = async () => Number(await divider.getAttribute('aria-valuenow'));
    expect(await value()).toBe(50);
    const at = await divider.boundingBox();
    await page.mouse.move((at?.x ?? 0) + 4, 500);
    await page.mouse.down();
    await page.mouse.move(900, 500, { steps: 4 });
    await page.mouse.move(576, 500, { steps: 4 });
    await page.mouse.up();
    expect(await value()).toBe(40);
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await value()).toBe(42);
    await page.keyboard.press('Home');
    expect(await value()).toBe(25);
    await page.keyboard.press('End');
    expect(await value()).toBe(75);
    const pane = await page.locator('iframe[data-side="0"]').boundingBox();
    expect(pane?.width).toBeCloseTo(1440 * 0.75, -1);
    await page.reload();
    await divider.waitFor();
    expect(await value()).toBe(75);
    await divider.dblclick();
    expect(await value()).toBe(50);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('any two views stand side by side in a narrow, a usual and a very wide window; below 1100 px there is one', async () => {
    for (const [address, width] of [
      ['/timeline?split=files', 1100],
      ['/context?split=health', 1440],
      ['/cut?split=graph', 2560],
    ] as const) {
      const page = await open(address, width);
      const [left, right] = address.slice(1).split('?split=');
      for (const tab of [left, right]) {
        const pane = await paneOf(page, tab as string);
        expect(await pane.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        expect(
          await pane.evaluate(() => document.querySelector('main')?.textContent.length ?? 0),
        ).toBeGreaterThan(20);
      }
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
      expect(page.errors).toEqual([]);
      await page.context().close();
    }
    const page = await open('/health?split=cut', 1099);
    await page.locator('.health').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Two views side by side' }).count()).toBe(0);
    await page.keyboard.press('s');
    expect(await page.locator('iframe').count()).toBe(0);
    await page.context().close();
  });

  test('panes are shown in our own page only, and hear what happens through it', async () => {
    const policy = async (path: string) => (await fetch(`${app.url}${path}`)).headers;
    expect((await policy('')).get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await policy('?pane')).get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect((await policy('api/sessions?pane')).get('x-frame-options')).toBe('DENY');
    const page = await open('/transcript?split=context');
    await paneOf(page, 'transcript');
    await paneOf(page, 'context');
    expect(page.requested.filter((url) => url.endsWith('api/events'))).toHaveLength(1);
    await page.context().close();
  });
});
