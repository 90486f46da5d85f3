import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type ContextDescription, describeContext } from '../../src/context/describe-context.ts';
import { formatK } from '../../src/web/data/format.ts';
import { bandTokens, KIND_BANDS } from '../../src/web/widgets/chart/kind-bands.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { listSessions, openIn } from './library-truth.ts';
import type { AppPage } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { writeDemoHome } from './write-home.ts';

type Line = ContextDescription['growth'][number];

describeInBrowser('the context of a session', () => {
  const { home, app } = appOver(writeDemoHome);
  let key: string;
  let truth: ContextDescription;
  beforeAll(async () => {
    for (const session of await listSessions(app)) {
      key = session.key;
      truth = describeContext((await openIn(home, key)).thread);
      if (truth.growth.some(({ change }) => change < 0)) break;
    }
  });

  const open = async (params = '', options = {}): Promise<AppPage> => {
    const page = await app.open(`/session/${key}/context${params}`, options);
    await page.locator('.growth').waitFor();
    return page;
  };

  test('the sentence and the table say what the library measures, turn by turn and kind by kind', async () => {
    expect(truth.growth.length).toBeGreaterThan(2);
    const page = await open();
    expect(await page.locator('.finding').textContent()).toContain(
      `A resume now sends ${formatK(truth.now.total)} tokens`,
    );
    await page.keyboard.press('t');
    const rows = page.locator('.chart .tbl').first().locator('tbody tr');
    await rows.first().waitFor();
    const drawn = await rows.evaluateAll((list) =>
      list.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim())),
    );
    const wanted = truth.growth.map((line) => [
      String(line.turn),
      formatK(line.context),
      `${line.change < 0 ? '−' : '+'}${formatK(Math.abs(line.change))}`,
      ...KIND_BANDS.map((band) => formatK(bandTokens(line.byKind, band))),
    ]);
    expect(drawn.map((row) => row.slice(0, -1))).toEqual(wanted);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('play begins at the first turn where the last one is shown', async () => {
    const page = await open();
    const first = truth.growth[0] as Line;
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction((turn) => location.hash.includes(`turn=${turn}`), first.turn);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.context().close();
  });

  test('beside the picture each kind has a line to its band and words of its own; the flag stays below the bands', async () => {
    const page = await open();
    const boxes = await page.locator('.growth .legend-word').evaluateAll((words) =>
      words.map((word) => {
        const { top, bottom } = word.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    const shown = KIND_BANDS.filter((band) => bandTokens((truth.growth.at(-1) as Line).byKind, band) > 0);
    expect(boxes).toHaveLength(shown.length);
    expect(await page.locator('.growth .legend-lead').count()).toBe(shown.length);
    for (const [i, box] of boxes.entries())
      if (i > 0) expect(box.bottom).toBeLessThan((boxes[i - 1] as typeof box).bottom - 10);
    const right = (css: string) =>
      page
        .locator(css)
        .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
    expect(await right('.growth .now-flag')).toBeLessThanOrEqual((await right('.growth .band')) + 1);
    await page.context().close();
  });

  test('arrows walk the turns, and the turn picked here is the one the transcript opens at', async () => {
    const page = await open();
    const last = truth.growth.at(-1)?.turn as number;
    const before = truth.growth.at(-2)?.turn as number;
    await expectFlag(page, last);
    await page.keyboard.press('ArrowLeft');
    await expectFlag(page, before);
    expect(page.url()).toContain(`turn=${before}`);
    await page.getByRole('link', { name: 'Transcript', exact: true }).click();
    await page.locator('.prompt').first().waitFor();
    await page.waitForFunction((turn) => {
      const top = document.getElementById(`turn-${turn}`)?.getBoundingClientRect().top;
      return top !== undefined && top > 0 && top < innerHeight;
    }, before);
    await page.getByRole('link', { name: /^Context/ }).click();
    await expectFlag(page, before);
    await page.context().close();
  });

  test('what the transcript selects, the context shows, and a turn picked then lets the line go', async () => {
    const page = await app.open(`/session/${key}?turn=${truth.growth[0]?.turn}`);
    await page.locator('.prompt').first().waitFor();
    await page.keyboard.press('n');
    await page.waitForFunction(() => /line=/.test(location.hash));
    const turn = new URL(page.url().replace('#', '')).searchParams.get('turn');
    expect(turn).not.toBeNull();
    await page.getByRole('link', { name: /^Context/ }).click();
    await page.locator('.growth').waitFor();
    await expectFlag(page, Number(turn));
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => !/line=/.test(location.hash));
    await page.context().close();
  });

  test('the pictures are saved as SVG and PNG that stand alone', async () => {
    const page = await open();
    const save = async (kind: 'SVG' | 'PNG'): Promise<Buffer> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: `Save the picture as ${kind}` })
          .first()
          .click(),
      ]);
      expect(download.suggestedFilename()).toBe(`window-by-turn.${kind.toLowerCase()}`);
      return readFileSync(await download.path());
    };
    const svg = (await save('SVG')).toString('utf8');
    expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg).not.toMatch(/var\(|class=/);
    const used = [...svg.matchAll(/url\('?#([\w-]+)/g)].map(([, id]) => id);
    for (const id of used) expect(svg).toContain(`id="${id}"`);
    const png = await save('PNG');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThan(1000);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await open('', { colorScheme, reducedMotion: 'reduce' });
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('t');
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });
  }
});

async function expectFlag(page: AppPage, turn: number): Promise<void> {
  await page.locator('.now-flag-word', { hasText: new RegExp(`^turn ${turn}$`) }).waitFor();
}
