import { expect, test } from 'vitest';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import type { AppPage } from './open-app.ts';
import { whenKnown } from './open-app.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

/** At 20 pixels each more than Firefox makes an element high. */
const LINES = 1_000_000;

describeInBrowser('what opens under a tool call and is very long', () => {
  const { home, app } = appOver(emptyHome);

  async function openCall(talk: Talk): Promise<AppPage> {
    writeSession(home, talk.sessionId, talk.entries);
    await whenKnown(app, talk.sessionId);
    const page = await app.open(`/session/${talk.sessionId}/transcript`);
    await page.locator('details.call summary, summary').first().click();
    return page;
  }

  test('a long result shows its beginning, and all of it in a box that stays small', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `line ${i + 1} of a long log`);
    const talk = new Talk()
      .prompt('Show the log')
      .call('Bash', { command: 'cat log' }, lines.join('\n'))
      .say('There.');
    const page = await openCall(talk);
    await page.getByRole('button', { name: 'show all' }).click();
    const box = page.locator('.term.long');
    await box.waitFor();
    await box.evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await box.getByText('line 30000 of a long log').waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3000);
    await page.context().close();
  });

  test('every hunk of a change is loaded, however many were cut', async () => {
    const hunk = (start: number, word: string) => ({
      oldStart: start,
      oldLines: 0,
      newStart: start,
      newLines: 700,
      lines: Array.from({ length: 700 }, (_, i) => `+${word} ${i + 1}`),
    });
    const structuredPatch = [hunk(1, 'first'), hunk(2000, 'second'), hunk(4000, 'third')];
    const input = { file_path: '/work/list.txt', old_string: 'a', new_string: 'b' };
    const result = { filePath: '/work/list.txt', structuredPatch };
    const talk = new Talk().prompt('Fill the lists').call('Edit', input, 'ok', { toolUseResult: result });
    const page = await openCall(talk.say('Done.'));
    await page.getByText('2,100 lines, the beginning shown').waitFor();
    await page.getByRole('button', { name: 'show all' }).click();
    // A line between two hunks tells where the next one begins.
    const box = page.getByRole('group', { name: 'Output, 2102 lines' });
    await box.waitFor();
    for (const [share, text] of [
      [0, 'first 1'],
      [0.5, 'second 350'],
      [1, 'third 700'],
    ] as const) {
      await box.evaluate((node, to) => {
        node.scrollTop = (node.scrollHeight - node.clientHeight) * to;
      }, share);
      await box.getByText(text, { exact: true }).waitFor();
    }
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('of a million lines each is reached, and lies where the scroll bar says', async () => {
    const output = Array.from({ length: LINES }, (_, i) => `line ${i + 1}.`).join('\n');
    const talk = new Talk().prompt('Count').call('Bash', { command: 'seq' }, output).say('Counted.');
    const page = await openCall(talk);
    await page.getByRole('button', { name: 'show all' }).click();
    const box = page.getByRole('group', { name: `Output, ${LINES} lines` });
    await box.waitFor({ timeout: 60_000 });
    for (const share of [1, 0.5, 0.75, 0]) {
      await box.evaluate((node, to) => {
        node.scrollTop = (node.scrollHeight - node.clientHeight) * to;
      }, share);
      const seen = () =>
        box.evaluate((node) => {
          const edge = node.getBoundingClientRect();
          const range = document.createRange();
          const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
          const numbers: number[] = [];
          for (let text = walk.nextNode(); text; text = walk.nextNode()) {
            range.selectNodeContents(text);
            const { top, bottom } = range.getBoundingClientRect();
            const number = /^line (\d+)\.$/.exec(text.textContent ?? '')?.[1];
            if (number && top >= edge.top - 1 && bottom <= edge.bottom + 1) numbers.push(Number(number));
          }
          return numbers;
        });
      await expect.poll(async () => (await seen()).length, { timeout: 10_000 }).toBeGreaterThan(20);
      const numbers = await seen();
      expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] as number) + i));
      if (share === 1) expect(numbers.at(-1)).toBe(LINES);
      else expect(Math.abs((numbers[0] as number) - LINES * share)).toBeLessThan(60);
    }
    expect(page.errors).toEqual([]);
    await page.context().close();
  }, 180_000);
});
