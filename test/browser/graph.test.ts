import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { GraphAnswer, OpenRow } from '../../src/server/api.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { whenKnown } from './open-app.ts';
import { savedBy } from './saved-by.ts';
import { seriousViolations } from './serious-violations.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

describeInBrowser('the graph', () => {
  let key: string;
  const { home, app } = appOver(emptyHome, (home) => {
    const talk = new Talk()
      .prompt('First question')
      .call('Bash', { command: 'npm test' }, 'Exit code 1', { error: true })
      .say('It fails.')
      .prompt('A way that is left behind')
      .say('Done, but wrong.');
    // The rewind: the next prompt hangs on the answer to the first one again.
    const fork = (talk.entries[3] as { parentUuid: string }).parentUuid;
    const rewound = randomUUID();
    talk.prompt('The way that was taken', { uuid: rewound, parentUuid: fork });
    talk.say('Right.');
    (talk.entries.at(-1) as { parentUuid: string }).parentUuid = rewound;
    key = talk.sessionId;
    writeSession(home, key, talk.entries);
  });

  test('a row a turn, the way that was left beside the thread, and a sentence that counts them', async () => {
    const page = await app.open(`/session/${key}/graph`);
    await page.locator('.grow-row').first().waitFor();
    const graph = (await (await fetch(`${app.url}api/sessions/${key}/graph`)).json()) as GraphAnswer;
    expect(graph.counts).toMatchObject({ turns: 2, left: 1, compactions: 0 });
    expect(await page.locator('.grow-row').count()).toBe(graph.page.rows.length);
    expect(await page.locator('.gr-finding').textContent()).toBe('One thread of 2 turns, left once.');
    expect(await page.locator('.grow-row.off').textContent()).toContain('A way that is left behind');
    expect(await page.locator('svg.g .g-failed').count()).toBe(1);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('agents whose files are gone are counted in a sentence', async () => {
    const talk = new Talk().prompt('Look twice');
    for (const prompt of ['here', 'there']) talk.call('Task', { prompt, description: prompt }, 'Nothing.');
    talk.say('Nothing there.');
    writeSession(home, talk.sessionId, talk.entries);
    await whenKnown(app, talk.sessionId);
    const page = await app.open(`/session/${talk.sessionId}/graph`);
    await page.locator('.grow-row').first().waitFor();
    expect(await page.locator('.gr-finding').textContent()).toBe(
      'One thread of 1 turn, never left. Two agents left no file: only what they answered is here.',
    );
    await page.context().close();
  });

  test('a click selects and switches the branch, keys walk the rows, Enter opens the transcript', async () => {
    const page = await app.open(`/session/${key}/graph`);
    await page.locator('.grow-row.off').click();
    await page.locator('.grow-row.off[aria-current="true"]').waitFor();
    expect(page.url()).toMatch(/branch=\d/);
    await page.locator('.gr-side').getByText('Turn 2, left behind').waitFor();
    await page.keyboard.press('k');
    await page.locator('.gr-side h3').getByText('Turn 1', { exact: true }).waitFor();
    expect(page.url()).not.toContain('branch=');
    await page.keyboard.press('Enter');
    await page.locator('.prompt').first().waitFor();
    expect(page.url()).toContain('turn=1');
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('a copy that ends at a turn is begun with the last entry of that turn', async () => {
    const page = await app.open(`/session/${key}/graph?turn=1`);
    const href = await page.getByRole('link', { name: 'End here' }).getAttribute('href');
    const graph = (await (await fetch(`${app.url}api/sessions/${key}/graph`)).json()) as GraphAnswer;
    const first = graph.page.rows.find((row) => row.type === 'turn' && row.turn === 1);
    expect(href).toContain(`leaf=${first?.type === 'turn' ? first.lastUuid : ''}`);
    await page.context().close();
  });

  test('a turn opens to its messages, a message to its entries with their lines; an entry is selected everywhere', async () => {
    const page = await app.open(`/session/${key}/graph?turn=1`);
    await page.locator('.grow-row[aria-current="true"]').waitFor();
    await page.keyboard.press('o');
    await page.locator('.grow-child.of-message').first().waitFor();
    const open = (await (await fetch(`${app.url}api/sessions/${key}/graph/rows/0`)).json()) as OpenRow;
    expect(await page.locator('.grow-child.of-message').count()).toBe(open.messages.length);
    // The rows below have moved down by as many lines.
    expect(await page.locator('.grow-row').count()).toBe(3);
    const failed = open.messages.findIndex((message) => message.failed);
    await page.locator('.grow-child.of-message .grow-open').nth(failed).click();
    const entry = open.messages[failed]?.entries[0];
    await page
      .locator('.grow-child.of-entry', { hasText: `line ${entry?.line}` })
      .locator('a')
      .click();
    await page.locator('.gr-side').getByText(`Line ${entry?.line}, user`).waitFor();
    expect(page.url()).toContain(`line=${entry?.line}`);
    const href = await page.getByRole('link', { name: 'End here' }).getAttribute('href');
    expect(href).toContain(`leaf=${entry?.uuid}`);
    await page.locator('.grow-open[aria-expanded="true"]').first().click();
    await expect.poll(() => page.locator('.grow-child').count()).toBe(0);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('the picture is saved whole, as SVG and PNG, with the words of its rows', async () => {
    const page = await app.open(`/session/${key}/graph`);
    await page.locator('.grow-row').first().waitFor();
    const svg = await savedBy(page, 'Save the picture as SVG');
    expect(svg.name).toBe('graph.svg');
    const text = svg.bytes.toString('utf8');
    for (const words of ['First question', 'A way that is left behind', 'The way that was taken'])
      expect(text).toContain(words);
    const png = await savedBy(page, 'Save the picture as PNG');
    expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await app.open(`/session/${key}/graph?turn=1`, { colorScheme, reducedMotion: 'reduce' });
      await page.locator('.grow-row[aria-current="true"]').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('t');
      await page.locator('.gr-table table').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });
  }
});
