import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Advice, adviseCut } from '../../src/load/advise-cut.ts';
import { type ClonePlan, planClone } from '../../src/load/plan-clone.ts';
import { formatK, formatNumber } from '../../src/web/data/format.ts';
import { adviceWords } from '../../src/web/pages/session/cut/advice-words.ts';
import { bandTokens, KIND_BANDS } from '../../src/web/widgets/chart/kind-bands.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { listSessions, openIn, selectIn } from './library-truth.ts';
import type { AppPage } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { settlePlan } from './settle-plan.ts';
import { writeDemoHome } from './write-home.ts';

const ALL = { kind: 'all' } as const;

describeInBrowser('cutting a session', () => {
  const { home, app } = appOver(writeDemoHome);
  let key: string;
  beforeAll(async () => {
    // The shortest that has something of everything: each tick is planned anew.
    let found = false;
    for (const session of [...(await listSessions(app))].reverse()) {
      if (session.turns < 4) continue;
      key = session.key;
      const { thread } = await openIn(home, key);
      const [calls, thinking] = [{ removeCalls: { reach: ALL } }, { removeThinking: ALL }].map(
        (cut) => planClone(thread, { cuts: [cut] }).context,
      );
      found = calls !== undefined && saved(calls) > 1000 && thinking !== undefined && saved(thinking) > 20;
      if (found) break;
    }
    if (!found) throw new Error('no session of the demo home has calls and thinking to cut');
  });

  const open = async (params = '', options = {}): Promise<AppPage> => {
    const page = await app.open(`/session/${key}/cut${params}`, options);
    await settlePlan(page);
    return page;
  };
  const truth = async (cuts: NonNullable<Parameters<typeof planClone>[1]['cuts']>) =>
    planClone((await openIn(home, key)).thread, { cuts }).context;

  test('what comes along in the address is ticked, and the table is the library’s plan, kind by kind', async () => {
    const { before, after } = await truth([{ removeThinking: ALL }]);
    expect(after.total).toBeLessThan(before.total);
    const page = await open('?take=thinking');
    expect(await page.getByRole('checkbox', { name: 'Thinking' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: `Create a copy with ${formatK(after.total)} tokens` }).waitFor();
    expect(await page.locator('.finding').textContent()).toContain(
      `${formatK(before.total)} become ${formatK(after.total)}`,
    );
    await page.keyboard.press('t');
    const rows = page.locator('.cut-figure .tbl').first().locator('tbody tr');
    await rows.first().waitFor();
    const drawn = await rows.evaluateAll((list) =>
      list.map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent?.trim())),
    );
    const wanted = KIND_BANDS.map(
      (band) => [band.title, bandTokens(before.byKind, band), bandTokens(after.byKind, band)] as const,
    ).filter(([, was, is]) => was > 0 || is > 0);
    expect(drawn).toEqual([
      ...wanted
        .map(([title, was, is]) => [title, formatNumber(Math.round(was)), formatNumber(Math.round(is))])
        .reverse(),
      ['All', formatNumber(before.total), formatNumber(after.total)],
    ]);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('the preset that is enough is named, as the library advises', async () => {
    const { advice } = adviseCut((await openIn(home, key)).thread);
    const page = await open();
    expect(advice).toBeDefined();
    const words = adviceWords({ advice: advice as Advice });
    expect(await page.locator('.cut-words').textContent()).toContain(words.trim());
    await page.context().close();
  });

  test('every tick is planned: presets, tools, turns, a size to fit', async () => {
    const page = await open();
    const expectTokens = async (tokens: number) => {
      await settlePlan(page);
      expect(await page.locator('.cut-create').textContent()).toBe(
        `Create a copy with ${formatK(tokens)} tokens`,
      );
    };
    await page.getByRole('checkbox', { name: 'Tool calls with their results' }).check();
    await expectTokens((await truth([{ removeCalls: { reach: ALL } }])).after.total);
    await page.locator('.cut-where select').selectOption('keep');
    await page.getByLabel('Newest turns that stay whole').fill('2');
    await expectTokens((await truth([{ removeCalls: { reach: { kind: 'keep', turns: 2 } } }])).after.total);
    await page.getByRole('checkbox', { name: 'Tool calls with their results' }).uncheck();
    await page.getByLabel('Last turn of the copy').fill('2');
    await expectTokens((await truth([{ turns: { to: 2 } }])).after.total);
    await page.getByLabel('Last turn of the copy').fill('');
    await page.getByRole('button', { name: 'emergency' }).click();
    await settlePlan(page);
    expect(await page.locator('.goes').textContent()).toMatch(/Removed, \d+/);
    await page.getByRole('button', { name: 'emergency' }).click();
    await page.getByRole('button', { name: 'Fit to' }).click();
    const whole = await truth([{ removeCalls: { reach: ALL } }]);
    const target = Math.round((whole.before.total + whole.after.total) / 2);
    await page.getByLabel('Tokens that a resume may load').fill(String(target));
    const fitted = planClone((await openIn(home, key)).thread, { fit: target }).context.after.total;
    expect(fitted).toBeLessThanOrEqual(target);
    await expectTokens(fitted);
    await page.getByLabel('Tokens that a resume may load').fill('10');
    await page.getByText('cannot be made to fit').waitFor();
    expect(await page.locator('.cut-create').isDisabled()).toBe(true);
    await page.context().close();
  });

  test('ticked turns are the only ones that lose something', async () => {
    const page = await open();
    await page.getByRole('checkbox', { name: 'Tool calls with their results' }).check();
    await page.locator('.cut-where select').selectOption('chosen');
    await page.locator('.cut-where input.grow').fill('2-3');
    await settlePlan(page);
    expect(await page.locator('.turn-tick input:checked').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.locator('.chart-head button', { hasText: 'Table' }).first().click();
    const losing = await page
      .locator('.cut-figure .tbl')
      .last()
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows
          .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''))
          .filter(([, was, is]) => was !== is)
          .map(([turn]) => Number.parseInt(turn ?? '', 10)),
      );
    expect(losing.length).toBeGreaterThan(0);
    for (const turn of losing) expect([2, 3]).toContain(turn);
    await page.context().close();
  });

  test('a copy is made, its command copied, taken back and brought back; the source stays as it was', async () => {
    const { file } = await selectIn(home, key);
    const source = readFileSync(file);
    const page = await open('?take=thinking');
    await page.getByLabel('Title').fill('Cut in a test');
    await settlePlan(page);
    await page.locator('.cut-create').click();
    await page.locator('.done-box').getByText('Created, and the client loads it').waitFor();
    const command = (await page.locator('.resume-big').textContent()) ?? '';
    const id = /--resume ([0-9a-f-]{36})$/.exec(command)?.[1] as string;
    const copy = join(dirname(file), `${id}.jsonl`);
    expect(existsSync(copy)).toBe(true);
    expect(readFileSync(copy, 'utf8')).not.toContain('"type":"thinking"');
    await page.locator('.done-box').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Resume command copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
    await page.locator('.cut-lineage').getByRole('link', { name: 'Cut in a test' }).waitFor();
    await page.getByRole('button', { name: 'Undo, remove the copy' }).click();
    await page.getByText('it lies in clew’s trash').waitFor();
    expect(existsSync(copy)).toBe(false);
    await page.locator('.done-box').getByRole('button', { name: 'Bring it back' }).click();
    await page.locator('.resume-big').waitFor();
    expect(existsSync(copy)).toBe(true);
    expect(readFileSync(file).equals(source)).toBe(true);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('the turn that is selected here is selected everywhere', async () => {
    const page = await open();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.cut-turn', { hasText: 'Turn 2' }).waitFor();
    await page.getByRole('link', { name: /^Context/ }).click();
    await page.locator('.now-flag-word', { hasText: /^turn 2$/ }).waitFor();
    await page.getByRole('link', { name: 'Cut', exact: true }).last().click();
    await page.locator('.cut-turns').waitFor();
    const box = (await page.locator('.cut-turns').boundingBox()) as { x: number; y: number };
    await page.mouse.click(box.x + 4, box.y + 20);
    await page.locator('.cut-turn', { hasText: 'Turn 1' }).waitFor();
    await page.mouse.dblclick(box.x + 4, box.y + 20);
    await page.locator('.prompt').first().waitFor();
    expect(page.url()).toContain('turn=1');
    await page.context().close();
  });

  test('compression sends nothing by default, and to anybody else only after a yes that names them', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Compress' }).click();
    await page.locator('.cut-compress select').nth(1).selectOption('hard');
    await settlePlan(page);
    await page.getByText('Nothing leaves this machine.').waitFor();
    expect(await page.locator('.cut-create').isEnabled()).toBe(true);
    await page.locator('.cut-compress select').first().selectOption('claude');
    await settlePlan(page);
    expect(await page.locator('.cut-consent').textContent()).toMatch(/This sends \d+ texts? .* to Anthropic/);
    expect(await page.locator('.cut-create').isDisabled()).toBe(true);
    await page.getByLabel('Yes, send them there').check();
    expect(await page.locator('.cut-create').isEnabled()).toBe(true);
    // The yes was to one plan, whichever part of the page changes it.
    for (const change of [
      page.locator('.cut-compress').getByLabel('Prompts'),
      page.getByRole('checkbox', { name: 'Tool calls with their results' }),
    ]) {
      await page.getByLabel('Yes, send them there').check();
      await change.check();
      await settlePlan(page);
      expect(await page.getByLabel('Yes, send them there').isChecked()).toBe(false);
      expect(await page.locator('.cut-create').isDisabled()).toBe(true);
    }
    await page.locator('.cut-compress select').first().selectOption('offline');
    await settlePlan(page);
    await page.locator('.cut-create').click();
    await page.locator('.done-box').getByText('Created, and the client loads it').waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await open('?take=thinking', { colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('checkbox', { name: 'Tool calls with their results' }).check();
      await page.locator('.cut-where select').selectOption('chosen');
      await settlePlan(page);
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Compress' }).click();
      await settlePlan(page);
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });
  }

  test('nothing is wider than a narrow screen', async () => {
    const page = await open('?take=thinking', { viewport: { width: 420, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.context().close();
  });
});

function saved({ before, after }: ClonePlan['context']): number {
  return before.total - after.total;
}
