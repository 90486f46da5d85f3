import { beforeAll, expect, test } from 'vitest';
import type { GraphAnswer, TimelineAnswer } from '../../src/server/api.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { type AppPage, readJson } from './open-app.ts';
import { savedBy } from './saved-by.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

const TURNS = 2500;
const FAILS_IN = 1777;
const MOST_NODES = 3000;
const MOST_BYTES = 300_000;

describeInBrowser('the pictures of a session of very many turns', () => {
  let key: string;
  const { app } = appOver(emptyHome, (home) => {
    const talk = new Talk();
    for (let turn = 1; turn <= TURNS; turn++) {
      talk.prompt(`Question ${turn}`);
      if (turn % 3 === 0 || turn === FAILS_IN)
        talk.call('Bash', { command: `run ${turn}` }, 'out', { error: turn === FAILS_IN });
      talk.say(`Answer ${turn}`);
    }
    key = talk.sessionId;
    writeSession(home, key, talk.entries);
  });
  beforeAll(async () => {
    // The first answer takes the time of reading all of it.
    await readJson(`${app.url}api/sessions/${key}/timeline`);
  });

  test('the answers stay small, and count every turn', async () => {
    const timeline = await readJson<TimelineAnswer>(`${app.url}api/sessions/${key}/timeline`);
    const graph = await readJson<GraphAnswer>(`${app.url}api/sessions/${key}/graph`);
    expect(JSON.stringify(timeline).length).toBeLessThan(MOST_BYTES);
    expect(JSON.stringify(graph).length).toBeLessThan(MOST_BYTES);
    expect(timeline.part.facts).toMatchObject({ firstTurn: 1, lastTurn: TURNS });
    expect(graph).toMatchObject({ counts: { turns: TURNS }, page: { total: TURNS } });
    const prompts = timeline.part.spans.filter(({ kind }) => kind === 'prompt');
    expect(prompts.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(TURNS);
  });

  test('the timeline is drawn on a canvas, is dragged and zoomed, finds the failure, and is saved whole', async () => {
    const page = await app.open(`/session/${key}/timeline`);
    await page.locator('canvas.mark-canvas').waitFor();
    await page.locator('.chart-head h2', { hasText: `Turns 1 to 2,500` }).waitFor();
    expect(await countNodes(page)).toBeLessThan(MOST_NODES);
    const svg = await savedBy(page, 'Save the picture as SVG');
    expect(svg.bytes.toString('utf8').match(/<rect/g)?.length).toBeGreaterThan(400);
    const box = await page.locator('svg.lanes[role="img"]').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 600, (box?.y ?? 0) + 100];
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    for (let step = 0; step < 12; step++) await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    const title = () => page.locator('.chart-head h2').textContent();
    await expect.poll(title).not.toBe('Turns 1 to 2,500');
    await page.waitForTimeout(500);
    const zoomed = await title();
    await page.mouse.down();
    for (let step = 1; step <= 10; step++) await page.mouse.move(x - 40 * step, y);
    await page.mouse.up();
    await expect.poll(title).not.toBe(zoomed);
    await page.keyboard.press('e');
    await page.locator('.tl-now').getByText(`Turn ${FAILS_IN}, step`).waitFor();
    await page.locator('.lanes .chosen').waitFor();
    expect(await countNodes(page)).toBeLessThan(MOST_NODES);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('a mark on the canvas is selected by a click', async () => {
    const page = await app.open(`/session/${key}/timeline`);
    await page.locator('canvas.mark-canvas').waitFor();
    const box = await page.locator('svg.lanes[role="img"]').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 500, (box?.y ?? 0) + 104);
    await page.waitForFunction(() => location.hash.includes('line='));
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('the graph holds few rows wherever one scrolls, and goes to what is selected', async () => {
    const page = await app.open(`/session/${key}/graph?turn=1200`);
    await page.locator('.grow-row[aria-current="true"]', { hasText: 'Question 1200' }).waitFor();
    await page.locator('.gr-side h3').getByText('Turn 1200', { exact: true }).waitFor();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.locator('.grow-row', { hasText: `Question ${TURNS}` }).waitFor();
    expect(await countNodes(page)).toBeLessThan(MOST_NODES);
    await page.keyboard.press('e');
    await page.locator('.grow-row[aria-current="true"]', { hasText: `Question ${FAILS_IN}` }).waitFor();
    expect(page.url()).toContain(`turn=${FAILS_IN}`);
    await page.keyboard.press('t');
    await page.locator('.gr-table td').getByText('Question 200', { exact: true }).waitFor();
    await page.getByRole('button', { name: '2,300 more' }).click();
    await page.locator('.gr-table td').getByText('Question 400', { exact: true }).waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

function countNodes(page: AppPage): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}
