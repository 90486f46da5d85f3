import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { numberField, objectField } from '../../src/base/json.ts';
import { findSessions } from '../../src/disk/find-sessions.ts';
import { countUsage, usageTargets } from '../../src/load/count-usage.ts';
import { isCompactBoundary } from '../../src/log/fields.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { type BlockRow, groupBlocks } from '../../src/stats/group-blocks.ts';
import { groupUsage, type UsageRow } from '../../src/stats/group-usage.ts';
import { buildLedger } from '../../src/stats/ledger.ts';
import { BUILT_IN_PRICES } from '../../src/stats/prices.ts';
import { sumUsage, totalTokens, type UsageSum } from '../../src/stats/sum-usage.ts';
import { zoneClock } from '../../src/stats/zone-clock.ts';
import { formatK, formatMoney, formatNumber, formatSpan, plural } from '../../src/web/data/format.ts';
import { tokenWords } from '../../src/web/pages/stats/stats-finding.tsx';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { type AppPage, whenInSync } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { writeDemoHome } from './write-home.ts';

describeInBrowser('the statistics', () => {
  const { home, app } = appOver(writeDemoHome);
  let totals: UsageSum;
  let models: readonly UsageRow[];
  let blocks: readonly BlockRow[];
  /** What was in the window at each compaction. */
  let compacted: readonly number[];
  beforeAll(async () => {
    const found = await findSessions([home.path]);
    const { files } = await countUsage(usageTargets(found));
    compacted = found.sessions
      .flatMap(({ file }) => parseLog(readFileSync(file)))
      .flatMap((line) => (line.kind === 'entry' && isCompactBoundary(line) ? [line.value] : []))
      .map((value) => numberField(objectField(value, 'compactMetadata'), 'preTokens') ?? 0);
    const { messages } = buildLedger(files);
    totals = sumUsage(messages, BUILT_IN_PRICES);
    models = groupUsage(messages, { by: 'model', clock: zoneClock(), prices: BUILT_IN_PRICES });
    blocks = groupBlocks(messages, { prices: BUILT_IN_PRICES, now: Date.now() });
    await whenInSync(app);
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

  test('an hour of the week leads to its requests, and shows them alone', async () => {
    const page = await open();
    const cells = page.locator('svg[aria-label="Requests by weekday and hour"] a');
    const label = (await cells.first().getAttribute('aria-label')) as string;
    const [, day, hour, count] = /^(\w+) (\d+):00, ([\d,]+) request/.exec(label) ?? [];
    await cells.first().click();
    await page.getByRole('link', { name: 'Show all' }).waitFor();
    expect(await page.locator('.finding').textContent()).toMatch(
      new RegExp(`\\(${day}\\w*, ${hour}:00 to ${Number(hour) + 1}:00\\)`),
    );
    const requests = await page
      .locator('.stats-models tbody tr td:nth-child(2)')
      .evaluateAll((list) => list.reduce((sum, cell) => sum + Number(cell.textContent?.replace(',', '')), 0));
    expect(formatNumber(requests)).toBe(count);
    await page.context().close();
  });

  test('the 5-hour blocks are those of the library, and each leads to its requests', async () => {
    const page = await open();
    const bars = page.locator('.stats-blocks svg a');
    expect(await bars.count()).toBe(Math.min(60, blocks.length));
    const last = blocks.at(-1) as BlockRow;
    expect(await bars.last().getAttribute('aria-label')).toContain(
      `${formatMoney(last.costUSD as number)}, ${plural(last.requests, 'request')}`,
    );
    await bars.last().click();
    await page.getByText(`The 5 hours of ${formatSpan(last.start, last.end)}`).waitFor();
    expect(page.url()).toContain(`in=5h-${last.start}`);
    await page.keyboard.press('t');
    await page.context().close();
  });

  test('the context at a compaction is what the client noted', async () => {
    const page = await open();
    const rows = page.locator('.stats-compactions tbody tr');
    await rows.first().waitFor();
    const shown = await rows.evaluateAll((list) =>
      list.map((row) => row.querySelectorAll('td')[2]?.textContent),
    );
    expect(shown.toSorted()).toEqual(compacted.map(formatK).toSorted());
    await rows.first().getByRole('link').click();
    await page.locator('svg.growth').waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('while the figures are counted their shape is there', async () => {
    const page = await app.open('/sessions');
    let send = () => {};
    const held = new Promise<void>((done) => {
      send = done;
    });
    await page.route('**/api/stats*', async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(() => {
      location.hash = '#/stats';
    });
    await page.locator('main[aria-busy] .wait-chart').waitFor();
    send();
    await page.locator('.stats-models tbody tr').first().waitFor();
    expect(await page.locator('.ghost').count()).toBe(0);
    await page.context().close();
  });

  test('titles beside each other stand on one line', async () => {
    const page = await app.open('/stats');
    const tops = () =>
      page
        .locator('.stats-work .chart-head h2')
        .evaluateAll((titles) => titles.map((one) => one.getBoundingClientRect().bottom));
    await expect.poll(async () => (await tops()).length).toBe(2);
    expect(new Set(await tops()).size).toBe(1);
    await page.context().close();
  });

  test('on a narrow screen the series begins with what happened last', async () => {
    const page = await open({ viewport: { width: 420, height: 900 } });
    const box = await page.locator('.stats-series svg a').last().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(420);
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
