import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { checkSelection } from '../../src/load/check-files.ts';
import { readConversation } from '../../src/session/session.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { listSessions, openIn, selectIn } from './library-truth.ts';
import { whenKnown } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { writeDemoHome, writeSession } from './write-home.ts';

describeInBrowser('the health of a session', () => {
  const { home, app } = appOver(writeDemoHome);
  let key: string;
  let onBranch: ReadonlySet<number>;
  let truth: Awaited<ReturnType<typeof checkSelection>>;
  beforeAll(async () => {
    for (const session of await listSessions(app)) {
      key = session.key;
      truth = await checkSelection(await selectIn(home, key), Date.now());
      const { entries } = readConversation((await openIn(home, key)).thread);
      onBranch = new Set(entries.map(({ place }) => place.line));
      if (truth.problems.some(({ line }) => onBranch.has(line))) break;
    }
  });

  test('the problems and the forecast are those of the check, and each place opens in the transcript', async () => {
    expect(truth.problems.length).toBeGreaterThan(0);
    const page = await app.open(`/session/${key}/health`);
    await page.locator('.problem').first().waitFor();
    const { loads, of } = truth.resume;
    const words = await page.locator('.finding').textContent();
    if (loads > 0 && loads < of) expect(words).toContain(`${loads} of ${of}`);
    else expect(words).toMatch(loads === 0 ? /does not resume/ : new RegExp(`all ${of}\\b`));
    expect(await page.locator('.problem').count()).toBe(Math.min(30, truth.problems.length));
    const text = await page.locator('main').textContent();
    for (const { rule } of truth.problems.slice(0, 30)) expect(text).toContain(rule);
    // The head says what the page found, though nobody had checked the session before.
    await page.waitForFunction(
      () => !/not checked/.test(document.querySelector('.fact-health')?.textContent ?? ''),
    );
    const links = page.locator('.problem a[href*="line="]');
    const lines = truth.problems
      .slice(0, 30)
      .map(({ line }) => line)
      .filter((line) => onBranch.has(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(await links.count()).toBe(lines.length);
    expect(await links.first().getAttribute('href')).toContain(`line=${lines[0]}`);
    expect(page.errors).toEqual([]);
    await links.first().click();
    await page.waitForFunction(() => /\/transcript/.test(location.hash));
    await page.locator('.inspect-place').waitFor();
    await page.context().close();
  });

  test('what a compaction took away is no loss: it is named apart from what the client fails to reach', async () => {
    const compacted = (await listSessions(app)).find(({ compactions = 0 }) => compactions > 0);
    expect(compacted).toBeDefined();
    const page = await app.open(`/session/${compacted?.key}/health`);
    await page.locator('.health-tie').waitFor();
    const { loads, of } = (await checkSelection(await selectIn(home, compacted?.key ?? ''), Date.now()))
      .resume;
    const words = (await page.locator('.finding').textContent()) ?? '';
    expect(words).toContain(`${loads} of ${of}`);
    expect(words).toContain('compact');
    expect(await page.locator('.health-compacted .health-ring').count()).toBeGreaterThan(0);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await app.open(`/session/${key}/health`, { colorScheme, reducedMotion: 'reduce' });
      await page.locator('.problem').first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });
  }

  test('a session of unreadable lines alone does not go on when it is mended', async () => {
    const id = randomUUID();
    appendFileSync(writeSession(home, id, []), '{"broken\nnot json\n');
    await whenKnown(app, id);
    const page = await app.open(`/session/${id}/health`);
    const mended = page.getByRole('row', { name: /^mended/ });
    await mended.waitFor();
    expect(await mended.textContent()).toContain('0 of 0finds nothing');
    await page.context().close();
  });
});
