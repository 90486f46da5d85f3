import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SpanList, TimelineAnswer } from '../../src/server/api.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { whenKnown } from './open-app.ts';
import { savedBy } from './saved-by.ts';
import { seriousViolations } from './serious-violations.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

describeInBrowser('the timeline', () => {
  let key: string;
  const { home, app } = appOver(emptyHome, (home) => {
    // Every entry is 1.5 s after the one before: the truth is counted in those steps.
    const talk = new Talk()
      .prompt('Run the tests')
      .call('Bash', { command: 'npm test' }, 'all passed')
      .call('Bash', { command: 'npm run lint' }, 'Exit code 1', { error: true })
      .say('One of them failed.')
      .prompt('Read the file')
      .call('Read', { file_path: '/scratch/work/a.ts' }, 'text')
      .say('Done.');
    key = talk.sessionId;
    writeSession(home, key, talk.entries);
  });

  test('the sentence and the lanes say what the library measured', async () => {
    const page = await app.open(`/session/${key}/timeline`);
    await page.locator('.lanes').waitFor();
    const timeline = (await (await fetch(`${app.url}api/sessions/${key}/timeline`)).json()) as TimelineAnswer;
    // 9 entries follow the first; the prompt of turn 2 was waited for, all else is work.
    expect(timeline.totals).toMatchObject({ elapsedMs: 13_500, workedMs: 12_000, waitedForPersonMs: 1500 });
    const finding = (await page.locator('.finding').textContent())?.replaceAll('\u00a0', ' ');
    expect(finding).toBe(
      'Of 14 s, the agent worked 12 s. Answering took 8 s of that, Bash 3 s. It waited for you the rest.',
    );
    expect(await page.locator('.prompt-knot').count()).toBe(2);
    const drawn = await page.locator('.lanes .mark').count();
    const { start = 0, end = 0 } = timeline;
    const list = (await (
      await fetch(`${app.url}api/sessions/${key}/timeline/spans?from=${start}&to=${end}`)
    ).json()) as SpanList;
    const kinds = list.spans.filter(({ kind }) => ['tool', 'thinking', 'answer'].includes(kind));
    expect(drawn).toBe(kinds.length);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('a click selects for all tabs, a double click opens the transcript, the address brings the selection back', async () => {
    const page = await app.open(`/session/${key}/timeline`);
    await page.locator('.lanes').waitFor();
    await page.keyboard.press('e');
    await page.waitForFunction(() => location.hash.includes('line='));
    expect(page.url()).toContain('turn=1');
    await page.locator('.lanes .chosen').waitFor();
    await page.getByRole('link', { name: 'Context' }).click();
    await page.locator('.turn-card').getByText('Turn 1').waitFor();
    await page.goto(`${app.url}#/session/${key}/timeline?turn=2`);
    await page.locator('.tl-now').getByText('Turn 2, step').waitFor();
    await page.locator('.prompt-knot').last().dblclick();
    await page.locator('.prompt').first().waitFor();
    expect(page.url()).toContain('/transcript?turn=2');
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('steps, zoom and the table behind the picture work by keys', async () => {
    const page = await app.open(`/session/${key}/timeline`);
    await page.locator('.lanes').waitFor();
    await page.keyboard.press('j');
    await page.locator('.tl-now').getByText('Turn 2, step').waitFor();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.waitForFunction(
      () => document.querySelector('.seg button:last-child[aria-pressed="true"]') === null,
    );
    await page.keyboard.press('0');
    await page.keyboard.press('t');
    const table = page.locator('.tl-box table');
    await table.getByText('npm test').waitFor();
    await table.getByText('npm run lint').waitFor();
    await page.keyboard.press('t');
    await page.locator('.lanes').waitFor();
    await page.getByRole('button', { name: 'Flame' }).click();
    await page.locator('.lanes .lane-name', { hasText: 'Requests' }).waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('playback goes from step to step and says what runs, and the picture is saved', async () => {
    const page = await app.open(`/session/${key}/timeline`);
    await page.locator('.lanes').waitFor();
    // A step may take longer than the pause between two.
    await page.route(/\/timeline\/moment/, async (request) => {
      await new Promise((done) => setTimeout(done, 700));
      await request.continue();
    });
    await page.getByRole('button', { name: 'step', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.tl-now').getByText('Turn 2, step').waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 20_000 });
    const svg = await savedBy(page, 'Save the picture as SVG');
    expect(svg.name).toBe('timeline.svg');
    expect(svg.bytes.toString('utf8').match(/<rect/g)?.length).toBeGreaterThan(6);
    const png = await savedBy(page, 'Save the picture as PNG');
    expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('a session that grows gets longer while one looks', async () => {
    const talk = new Talk().prompt('Start').say('Started.');
    const file = writeSession(home, talk.sessionId, talk.entries);
    await whenKnown(app, talk.sessionId);
    const page = await app.open(`/session/${talk.sessionId}/timeline`);
    await page.locator('.lanes').waitFor();
    await expect.poll(() => page.locator('.prompt-knot').count()).toBe(1);
    const before = talk.entries.length;
    talk.prompt('Go on').say('Gone on.');
    const more = talk.entries.slice(before).map((entry) => JSON.stringify(entry));
    appendFileSync(file, `${more.join('\n')}\n`);
    await expect.poll(() => page.locator('.prompt-knot').count(), { timeout: 20_000 }).toBe(2);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await app.open(`/session/${key}/timeline`, { colorScheme, reducedMotion: 'reduce' });
      await page.locator('.lanes').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('t');
      await page.locator('.tl-box table').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });
  }
});
