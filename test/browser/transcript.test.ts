import { appendFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { SessionsAnswer } from '../../src/server/api.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { type AppPage, readJson, whenInSync, whenKnown } from './open-app.ts';
import { Talk } from './talk.ts';
import { writeDemoHome, writeSession } from './write-home.ts';

const ESC = '\u001b';

describeInBrowser('the transcript', () => {
  const { home, app } = appOver(writeDemoHome);
  let sessions: SessionsAnswer['sessions'];
  beforeAll(async () => {
    await whenInSync(app);
    sessions = (await readJson<SessionsAnswer>(`${app.url}api/sessions?limit=100`)).sessions;
  });

  async function openTalk(talk: Talk, params = ''): Promise<AppPage> {
    writeSession(home, talk.sessionId, talk.entries);
    await whenKnown(app, talk.sessionId);
    const page = await app.open(`/session/${talk.sessionId}/transcript${params}`);
    await page.locator('.prompt').first().waitFor();
    return page;
  }

  test('words that are read from right to left stand so, in the prompt, the answer and the title', async () => {
    const words = 'مرحبا هذا code اختبار';
    const talk = new Talk().prompt(words).say(words);
    talk.beside({ type: 'custom-title', customTitle: words, sessionId: talk.sessionId });
    const page = await openTalk(talk);
    for (const place of ['.typed', '.prose p', '.head-top h1']) {
      const [first, last] = await page.locator(place).evaluate((node) => {
        const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode() as Text;
        return [0, text.length - 1].map((at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        });
      });
      expect(first, place).toBeGreaterThan(last as number);
    }
    await page.context().close();
  });

  test('a command opens to its output in colours, with its exit code', async () => {
    const talk = new Talk()
      .prompt('Run the tests')
      .call('Bash', { command: 'npm test' }, `Exit code 1\n${ESC}[31m✗ broken${ESC}[0m\nplain`, {
        error: true,
      })
      .say('One test fails.');
    const page = await openTalk(talk);
    const line = page.locator('summary', { hasText: 'npm test' });
    expect(await line.textContent()).toContain('exit 1');
    expect(await page.locator('.term').count()).toBe(0);
    await line.click();
    expect(await page.locator('.term .a-r').textContent()).toBe('✗ broken');
    expect(await page.locator('.term').textContent()).not.toContain(ESC);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('an edit is a diff with line numbers, a read has the lines of the file, todos are a list', async () => {
    const patch = [
      { oldStart: 7, oldLines: 1, newStart: 7, newLines: 1, lines: ['-const a = 1;', '+const a = 2;'] },
    ];
    const talk = new Talk()
      .prompt('Change it')
      .call(
        'Edit',
        { file_path: '/scratch/work/a.ts', old_string: 'const a = 1;', new_string: 'const a = 2;' },
        'done',
        {
          toolUseResult: { filePath: '/scratch/work/a.ts', structuredPatch: patch },
        },
      )
      .call('Read', { file_path: '/scratch/work/a.ts' }, '     1→const a = 2;\n     2→export { a };')
      .call(
        'TodoWrite',
        {
          todos: [
            { content: 'Do it', status: 'completed', activeForm: 'x' },
            { content: 'Rest', status: 'in_progress', activeForm: 'x' },
          ],
        },
        'ok',
      )
      .say('Done.');
    const page = await openTalk(talk);
    await page.keyboard.press('o');
    const added = page.locator('.diff .add td');
    expect(await added.allTextContents()).toEqual(['', '7', '+', 'const a = 2;']);
    expect(await page.locator('.diff .del b').textContent()).toBe('1');
    expect(await page.locator('.excerpt i').allTextContents()).toEqual(['1', '2']);
    expect(await page.locator('.todo .done').textContent()).toContain('Do it');
    expect(await page.locator('.todo .now').textContent()).toContain('Rest');
    await page.context().close();
  });

  test('what is selected is shown again by who comes back from another tab', async () => {
    const talk = new Talk();
    for (let i = 1; i <= 60; i++) talk.prompt(`Question ${i}`).say(`Answer ${i}`);
    const page = await openTalk(talk, '?turn=40');
    const answer = page.locator('.bead', { hasText: 'Answer 40' });
    await answer.click();
    await page.waitForFunction(() => /line=/.test(location.hash));
    await page.getByRole('link', { name: /^Health/ }).click();
    await page.locator('main.health').waitFor();
    await page.getByRole('link', { name: 'Transcript', exact: true }).click();
    await answer.waitFor();
    await page.locator('.bead.is-sel', { hasText: 'Answer 40' }).waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('an agent opens as a strand of its own and folds again', async () => {
    const session = sessions.find((one) => one.agents > 1);
    const page = await app.open(`/session/${session?.key}`);
    await page.locator('.prompt').first().waitFor();
    await page.keyboard.press('a');
    const call = page.locator('.agent.is-sel');
    await call.waitFor();
    await call.locator('summary').click();
    await page.locator('.agent-part .brief').first().waitFor();
    await page.locator('.strand-agent .call').first().waitFor();
    await page.locator('.agent-join').first().waitFor();
    await call.locator('summary').click();
    await expect.poll(() => page.locator('.strand-agent').count()).toBe(0);
    await page.context().close();
  });

  test('a key that needs the turns waits for them: there may be a further agent', async () => {
    const session = sessions.find((one) => one.agents > 1);
    const page = await app.open('/sessions');
    await page.route(/\/turns/, async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await page.goto(`${app.url}#/session/${session?.key}`);
    await page.locator('.prompt').first().waitFor();
    await page.keyboard.press('a');
    await page.locator('.agent.is-sel').waitFor();
    await page.context().close();
  });

  test('a link to a line selects its row, also in an agent; the inspector shows the line as it is in the file', async () => {
    const talk = new Talk()
      .prompt('first')
      .say('one')
      .prompt('second')
      .say('The word is xyzzy.')
      .prompt('third')
      .say('three');
    const page = await openTalk(talk, '?line=4');
    await page.locator('.is-sel', { hasText: 'xyzzy' }).waitFor();
    await page.locator('.inspect .raw', { hasText: 'The word is xyzzy.' }).waitFor();
    expect(await page.locator('.inspect .kv').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('Line4')]),
    );
    await page.keyboard.press('p');
    await expect.poll(() => new URL(page.url()).hash).toContain('line=3');
    await page.context().close();
    const agents = sessions.find((one) => one.agents > 1);
    const head = await (await fetch(`${app.url}api/sessions/${agents?.key}`)).json();
    const deep = await app.open(
      `/session/${agents?.key}/transcript?agent=${head.agentTree[0].agentId}&line=3`,
    );
    await deep.locator('.strand-agent .is-sel').waitFor();
    await deep.context().close();
  });

  test('find counts the hits, goes through them and opens what they stand in', async () => {
    const talk = new Talk()
      .prompt('look')
      .call('Bash', { command: 'ls' }, 'a\nneedle here\nb')
      .say('İİİ The needle was found.');
    const page = await openTalk(talk);
    await page.keyboard.press('f');
    await page.keyboard.type('needle');
    await page.getByRole('status').getByText('2 hits').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.term', { hasText: 'needle here' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.is-sel .prose', { hasText: 'The needle was found.' }).waitFor();
    const marked = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('find') ?? [])].map((range) => `${(range as Range).cloneRange()}`),
      );
    // Letters that are longer in lower case move no mark.
    await expect.poll(marked).toEqual(['needle', 'needle']);
    await page.context().close();
  });

  test('another branch is read by its menu, its link and its key', async () => {
    const session = sessions.find((one) => one.branches > 1 && one.turns > 1);
    const page = await app.open(`/session/${session?.key}`);
    const menu = page.getByLabel('Branch');
    await menu.waitFor();
    const before = await menu.inputValue();
    await page.locator('.prompt').first().waitFor();
    await page.keyboard.press(']');
    await expect.poll(() => menu.inputValue()).not.toBe(before);
    await page.getByRole('link', { name: 'See that branch' }).first().waitFor();
    // Its end says that the command below it goes on elsewhere.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.locator('.loose', { hasText: `A resume goes on with branch ${before}.` }).waitFor();
    await page.context().close();
  });

  test('on a narrow screen the inspector waits until it is asked for, and Escape closes it first', async () => {
    const talk = new Talk().prompt('look').call('Bash', { command: 'ls' }, 'a').say('Seen.');
    const page = await openTalk(talk);
    await page.setViewportSize({ width: 420, height: 900 });
    await page.locator('summary', { hasText: 'ls' }).click();
    const line = page.locator('.call.is-sel');
    await line.waitFor();
    expect(await page.locator('.inspect').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.locator('.inspect', { hasText: 'call 1 of 1, turn 1' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.inspect').isVisible()).toBe(false);
    expect(await line.count()).toBe(1);
    await page.context().close();
  });

  test('the palette begins with what can be done here, and finds turns by their words', async () => {
    const talk = new Talk();
    for (let i = 1; i <= 30; i++) talk.prompt(i === 23 ? 'Look at the xylophone' : `Step ${i}`).say('Done.');
    const page = await openTalk(talk);
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('option').first().textContent()).toContain('Cut this session');
    await page.keyboard.type('xyloph');
    await page.getByRole('option', { name: 'Look at the xylophone 23' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.inspect', { hasText: 'Turn 23' }).waitFor();
    await expect.poll(() => page.locator('.rail .here').textContent()).toBe('23');
    await page.context().close();
  });

  test('the rail names the turn that is read, also where a knot stands for several', async () => {
    const talk = new Talk();
    for (let i = 1; i <= 200; i++) talk.prompt(`Step ${i}`).say('Done.');
    const page = await openTalk(talk, '?turn=102');
    await page.locator('.turn-head', { hasText: '102' }).waitFor();
    await expect.poll(() => page.locator('.rail .here').textContent()).toBe('102');
    await page.context().close();
  });

  test('a long brief of an agent shows its beginning, and all of it when asked', async () => {
    const session = sessions.find((one) => one.agents > 1);
    const page = await app.open('/sessions');
    // The demo's briefs are short: this one is as long as real ones are.
    await page.route('**/api/sessions/*/rows*', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      const long = `**Find** every caller.\\n\\n${'Look twice. '.repeat(200)}\\n## Report\\nThe end of it.`;
      const body = text.replaceAll(/("tool":"Agent"[^}]*?"prompt":")[^"]*"/g, `$1${long}"`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`${app.url}#/session/${session?.key}`);
    await page.locator('.prompt').first().waitFor();
    await page.keyboard.press('a');
    await page.locator('.agent.is-sel summary').click();
    const brief = page.locator('.agent-part .brief').first();
    expect(await brief.locator('strong').textContent()).toBe('Find');
    expect(await brief.textContent()).not.toContain('The end of it.');
    await brief.getByRole('button', { name: /show all/ }).click();
    await brief.getByText('The end of it.').waitFor();
    await page.context().close();
  });

  test('a session that is written grows on the page; who reads above is only told', async () => {
    const talk = new Talk();
    for (let i = 0; i < 30; i++) talk.prompt(`question ${i}`).say(`answer ${i}`);
    const file = writeSession(home, talk.sessionId, talk.entries);
    const page = await openTalk(talk);
    const count = talk.entries.length;
    const grow = () =>
      appendFileSync(
        file,
        talk.entries
          .slice(-2)
          .map((entry) => `${JSON.stringify(entry)}\n`)
          .join(''),
      );
    talk.prompt('a late question').say('a late answer');
    grow();
    await page.getByRole('button', { name: /new line/ }).waitFor({ timeout: 20_000 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('button', { name: /new line/ }).click();
    await page.getByText('a late answer').waitFor();
    talk.prompt('one more').say('the very last answer');
    grow();
    await page.getByText('the very last answer').waitFor({ timeout: 20_000 });
    expect(talk.entries.length).toBe(count + 4);
    await page.context().close();
  });
});
