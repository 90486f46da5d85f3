import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runClew } from '../cli/run-clew.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import type { AppPage } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

describeInBrowser('notes on turns', () => {
  const talk = new Talk().prompt('first').say('one').prompt('second').say('two').prompt('third').say('three');
  let file: string;
  const { home, app } = appOver(emptyHome, (home) => {
    file = writeSession(home, talk.sessionId, talk.entries);
  });

  const open = async (turn: number): Promise<AppPage> => {
    const page = await app.open(`/session/${talk.sessionId}?turn=${turn}`, { reducedMotion: 'reduce' });
    await page.locator('.inspect .notes').waitFor();
    return page;
  };
  const kept = async () =>
    (await (await fetch(`${app.url}api/sessions/${talk.sessionId}/annotations`)).json()).annotations;

  /** The exported page carries the notes, and offers no way to change them. */
  const expectInExport = async (turn: number) => {
    const out = join(home.path, 'page.html');
    const { CLEW_PAGE_FOLDER } = process.env;
    const env = { CLEW_DATA_DIR: app.dataDir, ...(CLEW_PAGE_FOLDER ? { CLEW_PAGE_FOLDER } : {}) };
    const words = ['export', talk.sessionId, '--home', home.path, '--out', out, '--force', '--quiet'];
    expect(await runClew(words, { env })).toMatchObject({ code: 0, err: '' });
    const page = await (await app.browser.newContext({ offline: true })).newPage();
    await page.goto(`file://${out}`);
    await page.locator(`#turn-${turn} .turn-words`).getByText('look here again').waitFor();
    expect(await page.locator('.rail .rail-note').count()).toBe(1);
    await page.locator(`#turn-${turn} .turn-head`).click();
    await page.locator('.inspect .note').getByText('look here again').waitFor();
    expect(await page.getByRole('button', { name: /^(Change|Note on)/ }).count()).toBe(0);
    await page.context().close();
  };

  test('what was written of a note is still there after a look at another turn', async () => {
    const page = await open(1);
    await page.locator('.prompt').first().click();
    await page.keyboard.press('m');
    const field = page.locator('.note-form textarea');
    await field.fill('half a thought');
    await page.locator('.prompt').nth(1).click();
    await field.waitFor({ state: 'detached' });
    await page.locator('.prompt').first().click();
    expect(await field.inputValue()).toBe('half a thought');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await field.waitFor({ state: 'detached' });
    expect(await kept()).toEqual([]);
    await page.context().close();
  });

  test('a note is written with a key, kept outside the session, shown at its turn, filtered, saved and removed', async () => {
    const before = readFileSync(file);
    const page = await open(1);
    await page.keyboard.press('m');
    await page
      .getByLabel(/^Note on turn \d/)
      .and(page.locator('textarea'))
      .fill('look here again');
    await page.getByLabel('Labels, with commas between').fill('bug, later');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.note').getByText('look here again').waitFor();
    const [note] = await kept();
    const prompts = talk.entries.filter((entry) => (entry as { type: string }).type === 'user');
    const { uuid } = prompts[note.turn - 1] as { uuid: string };
    expect(note).toMatchObject({ note: 'look here again', labels: ['bug', 'later'], uuid });
    const head = page.locator(`#turn-${note.turn} .turn-note`);
    expect(await head.allInnerTexts()).toEqual(['bug', 'later']);
    // The words stand at the turn, and the rail has a flag there.
    await page.locator(`#turn-${note.turn} .turn-words`).getByText('look here again').waitFor();
    expect(await page.locator('.rail .rail-note title').allTextContents()).toEqual([
      `Turn ${note.turn}: bug, later: look here again`,
    ]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.context().close();

    await fetch(`${app.url}api/sessions?traits=annotated`)
      .then((answer) => answer.json())
      .then(({ sessions }) => expect(sessions).toHaveLength(1));

    const again = await open(note.turn);
    await again.getByText('1 note in this session').click();
    await again.getByRole('button', { name: 'bug', exact: true }).click();
    expect(await again.locator('.note-list li').count()).toBe(1);
    await expectInExport(note.turn);
    const [download] = await Promise.all([
      again.waitForEvent('download'),
      again.getByRole('button', { name: 'Save as text' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('(bug, later)\n\nlook here again\n');
    await again.getByRole('button', { name: 'Change' }).click();
    await again.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(kept).toEqual([]);
    await again.locator('.turn-note').first().waitFor({ state: 'detached' });
    await again.context().close();
  });
});
