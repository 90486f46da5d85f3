import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSessions } from '../../src/disk/find-sessions.ts';
import { countUsage, usageTargets } from '../../src/load/count-usage.ts';
import { groupUsage, type UsageRow } from '../../src/stats/group-usage.ts';
import { buildLedger } from '../../src/stats/ledger.ts';
import { BUILT_IN_PRICES } from '../../src/stats/prices.ts';
import { sumUsage, totalTokens, type UsageSum } from '../../src/stats/sum-usage.ts';
import { zoneClock } from '../../src/stats/zone-clock.ts';
import { formatMoney, formatNumber } from '../../src/web/data/format.ts';
import { tokenWords } from '../../src/web/pages/stats/stats-finding.tsx';
import { describeInBrowser } from './chromium.ts';
import { type AppPage, type OpenApp, openApp } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { type ScratchHome, writeDemoHome } from './write-home.ts';

describeInBrowser('the statistics', () => {
  let home: ScratchHome;
  let app: OpenApp;
  let totals: UsageSum;
  let models: readonly UsageRow[];
  beforeAll(async () => {
    home = writeDemoHome();
    const { files } = await countUsage(usageTargets(await findSessions([home.path])));
    const { messages } = buildLedger(files);
    totals = sumUsage(messages, BUILT_IN_PRICES);
    models = groupUsage(messages, { by: 'model', clock: zoneClock(), prices: BUILT_IN_PRICES });
    app = await openApp(home.path);
    // The catalog reads the home first.
    for (let i = 0; i < 100; i++) {
      const { catalog } = await (await fetch(`${app.url}api/about`)).json();
      if (catalog.state !== 'syncing') break;
      await new Promise((done) => setTimeout(done, 100));
    }
  });
  afterAll(async () => {
    await app?.close();
    home?.remove();
  });

  const open = async (options = {}): Promise<AppPage> => {
    const page = await app.open('/stats', options);
    await page.locator('.stats-models tbody tr').first().waitFor();
    return page;
  };

  test('cost, tokens and models are those that the library counts over the same files', async () => {
    expect(totals.costUSD).toBeGreaterThan(0);
    const page = await open();
    const words = await page.locator('.finding').textContent();
    expect(words).toContain(
      `${formatMoney(totals.costUSD as number)} for ${tokenWords(totalTokens(totals))} tokens`,
    );
    const rows = await page
      .locator('.stats-models tbody tr')
      .evaluateAll((list) =>
        list.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
      );
    const wanted = models.slice(0, 7).map((row) => [row.key, formatNumber(row.requests)]);
    expect(rows.map((row) => row.slice(0, 2))).toEqual(wanted);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('a model picked is shown alone, and by its address', async () => {
    const page = await open();
    const model = models[0]?.key as string;
    await page.getByRole('link', { name: model, exact: true }).click();
    await page.getByRole('link', { name: 'Show all' }).waitFor();
    expect(page.url()).toContain(`model=${model}`);
    expect(await page.locator('.finding').textContent()).toContain(model);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await open({ colorScheme, reducedMotion: 'reduce' });
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('t');
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });
  }
});
