import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type FileList, listFiles } from '../../src/files/list-files.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { openIn } from './library-truth.ts';
import type { AppPage } from './open-app.ts';
import { whenKnown } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

const FIRST = 'one\ntwo\nthree\n';
const SECOND = 'one\nTWO\nthree\n';
const THIRD = 'one\nTWO\nthree\nfour\n';

function edit(before: string, oldString: string, newString: string): { input: object; result: object } {
  const input = { file_path: '/scratch/work/src/list.ts', old_string: oldString, new_string: newString };
  return {
    input,
    result: {
      filePath: '/scratch/work/src/list.ts',
      oldString,
      newString,
      originalFile: before,
      structuredPatch: [],
      userModified: false,
      replaceAll: false,
    },
  };
}

function talkOfFiles(): Talk {
  const talk = new Talk();
  const change = edit(FIRST, 'two', 'TWO');
  const more = edit(SECOND, 'three\n', 'three\nfour\n');
  return talk
    .prompt('read it')
    .call('Read', { file_path: '/scratch/work/src/list.ts' }, '     1→one\n     2→two\n     3→three\n', {
      toolUseResult: {
        type: 'text',
        file: {
          filePath: '/scratch/work/src/list.ts',
          content: FIRST,
          numLines: 4,
          startLine: 1,
          totalLines: 4,
        },
      },
    })
    .say('read')
    .prompt('change it')
    .call('Edit', change.input, 'done', { toolUseResult: change.result })
    .say('changed')
    .prompt('add to it, and note it')
    .call('Edit', more.input, 'done', { toolUseResult: more.result })
    .call('Write', { file_path: '/scratch/work/notes.md', content: '# Notes\n' }, 'done', {
      toolUseResult: {
        type: 'create',
        filePath: '/scratch/work/notes.md',
        content: '# Notes\n',
        structuredPatch: [],
      },
    })
    .say('noted');
}

describeInBrowser('the files of a session', () => {
  const talk = talkOfFiles();
  let truth: FileList;
  const { home, app } = appOver(emptyHome, (home) => {
    writeSession(home, talk.sessionId, talk.entries);
  });
  beforeAll(async () => {
    truth = listFiles(await openIn(home, talk.sessionId));
  });

  const open = async (params = '', options = {}): Promise<AppPage> => {
    const page = await app.open(`/session/${talk.sessionId}/files${params}`, options);
    await page.locator('.file-list tbody tr').first().waitFor();
    await page.locator('.file-detail .diff td').first().waitFor();
    return page;
  };
  const diffOf = (page: AppPage): Promise<string[]> =>
    page
      .locator('.file-detail .diff tr')
      .evaluateAll((rows) =>
        rows.map((row) => `${row.children[2]?.textContent || ' '}${row.children[3]?.textContent}`),
      );

  test('the list has each file with the lines and versions that the library counts', async () => {
    expect(truth.files.map(({ name, versions }) => [name, versions.length])).toEqual([
      ['src/list.ts', 3],
      ['notes.md', 2],
    ]);
    const page = await open();
    const rows = await page.locator('.file-list tbody tr').evaluateAll((list) =>
      list.map((row) => ({
        name: row.querySelector('.file-name')?.textContent,
        lines: row.children[2]?.textContent?.trim(),
        versions: row.children[3]?.textContent,
        touches: row.querySelector('svg')?.getAttribute('aria-label'),
      })),
    );
    expect(rows).toEqual([
      {
        name: 'src/list.ts',
        lines: '+2 −1',
        versions: '3',
        touches: 'read in turn 1; changed in turns 2, 3',
      },
      { name: 'notes.md', lines: '+1', versions: '2', touches: 'changed in turn 3' },
    ]);
    const [added, removed] = (['added', 'removed'] as const).map((side) =>
      truth.files.reduce((sum, file) => sum + file[side], 0),
    );
    expect(await page.locator('.finding').textContent()).toBe(
      `This session changed 2 files: +${added} −${removed} lines. Most of it went into list.ts.`,
    );
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('any two versions are compared, by keys, by choice and by address', async () => {
    const page = await open();
    expect(await diffOf(page)).toEqual([' one', ' TWO', ' three', '+four']);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Version 1 → version 2').waitFor();
    expect(await diffOf(page)).toEqual([' one', '−two', '+TWO', ' three']);
    await page.getByRole('radio', { name: 'Version 3 as after' }).check();
    await page.getByText('Version 1 → version 3').waitFor();
    expect(await diffOf(page)).toEqual([' one', '−two', '+TWO', ' three', '+four']);
    expect(page.url()).toMatch(/from=1&to=3/);
    await page.context().close();
    const again = await open('?file=%2Fscratch%2Fwork%2Fsrc%2Flist.ts&from=3&to=1');
    await again.getByText('Version 3 → version 1').waitFor();
    expect(await diffOf(again)).toEqual([' one', '−TWO', '+two', ' three', '−four']);
    await again.context().close();
  });

  test('a version is saved as the bytes that it had', async () => {
    const page = await open();
    for (const [version, text] of [FIRST, SECOND, THIRD].entries()) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save version ${version + 1}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('list.ts');
      expect(readFileSync(await download.path(), 'utf8')).toBe(text);
    }
    await page.context().close();
  });

  test('a click on a touch selects its turn for every tab, a double click opens it in the transcript', async () => {
    const page = await open();
    const thread = page.locator('.file-list .touches').first();
    const box = await thread.boundingBox();
    if (!box) throw new Error('the thread is not drawn');
    await thread.click({ position: { x: box.width / 2, y: 12 } });
    await page.waitForFunction(() => /turn=2\b/.test(location.hash));
    await page.getByText('Version 1 → version 2').waitFor();
    await page.getByRole('button', { name: 'Turn 2' }).click();
    expect(await page.locator('.file-list tbody tr').count()).toBe(1);
    await page
      .locator('.file-list .touches')
      .first()
      .dblclick({ position: { x: box.width / 2, y: 12 } });
    await page.waitForFunction(() => /\/transcript\?/.test(location.hash));
    await page.locator('.prompt').first().waitFor();
    const line = truth.files[0]?.touches.find(({ turn }) => turn === 2)?.line;
    await page.waitForFunction((at) => location.hash.includes(`line=${at}`), line);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('the filter narrows the list, and a session without files says so', async () => {
    const page = await open();
    await page.keyboard.press('f');
    await page.keyboard.type('notes');
    await page.locator('.file-list tbody tr').nth(1).waitFor({ state: 'detached' });
    expect(await page.locator('.file-name').allInnerTexts()).toEqual(['notes.md']);
    await page.context().close();
    const quiet = new Talk().prompt('hello').say('hello');
    writeSession(home, quiet.sessionId, quiet.entries);
    await whenKnown(app, quiet.sessionId);
    const none = await app.open(`/session/${quiet.sessionId}/files`);
    await none.getByText('No file was read or written in this session').waitFor();
    await none.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await open('', { colorScheme, reducedMotion: 'reduce' });
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('t');
      await page.locator('.turn-links').first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.context().close();
    });
  }
});
