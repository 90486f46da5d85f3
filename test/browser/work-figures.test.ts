import { expect, test } from 'vitest';
import { thisMachine } from '../../src/disk/machine.ts';
import { selectSession } from '../../src/disk/select-session.ts';
import { measureSessionWork, type SessionWork } from '../../src/load/measure-session-work.ts';
import { openSession } from '../../src/load/open-session.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import type { AppPage } from './open-app.ts';
import { seriousViolations } from './serious-violations.ts';
import { Talk } from './talk.ts';
import { writeDemoHome, writeSession } from './write-home.ts';

describeInBrowser('the work in figures', () => {
  const talk = new Talk()
    .prompt('Run the tests')
    .call('Bash', { command: 'npm test' }, 'all passed')
    .call('Bash', { command: 'npm run lint' }, 'Exit code 1', { error: true })
    .call('Bash', { command: 'npm run lint' }, 'Exit code 1', { error: true })
    .call('Bash', { command: 'npm run lint' }, 'Exit code 1', { error: true })
    .say('It fails.')
    .prompt('Read the file')
    .call('Read', { file_path: '/scratch/work/a.ts' }, 'text')
    .say('Done.');
  const { home, app } = appOver(writeDemoHome, (home) => {
    writeSession(home, talk.sessionId, talk.entries);
  });

  async function open(key: string): Promise<AppPage> {
    const page = await app.open(`/session/${key}/timeline`);
    await page.locator('.tl-work').waitFor();
    return page;
  }

  async function facts(page: AppPage): Promise<Record<string, string>> {
    const [names, values] = [page.locator('.tl-work dt'), page.locator('.tl-work dd')];
    const texts = await values.allTextContents();
    return Object.fromEntries((await names.allTextContents()).map((name, i) => [name, texts[i] ?? '']));
  }

  test('calls, failures and what was tried again are those of the session, and a loop leads to its line', async () => {
    const page = await open(talk.sessionId);
    expect(await facts(page)).toMatchObject({
      // 13 entries follow the first, each after 1.5 s.
      Active: '20 s of 20 s, without pauses of over 5 min',
      Turns: '2, 7 requests',
      Calls: '5 calls, 40% successful, 3 failed',
      'Tried again': '0 requests, 2 calls that had just failed',
    });
    expect(await page.locator('.tl-work tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/^Bash43/),
      expect.stringMatching(/^Read10/),
    ]);
    // One thread has nobody to choose from.
    expect(await page.locator('.tl-work select').count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await page.locator('.tl-odd a').first().click();
    await page.locator('.is-sel').first().waitFor();
    expect(page.url()).toContain('/transcript?line=');
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('of all threads, of the main agent and of each agent they are what the library measures', async () => {
    const { sessions } = await (await fetch(`${app.url}api/sessions?limit=100`)).json();
    const { key } = sessions.find(({ agents }: { agents: number }) => agents > 1);
    const selection = await selectSession(key, { homes: [home.path], machine: thisMachine() });
    const { work, threads }: SessionWork = measureSessionWork(await openSession(selection));
    expect(threads.length).toBeGreaterThan(2);
    const page = await open(key);
    const whose = page.locator('.tl-work select');
    const drawn = async (value: string) => {
      await whose.selectOption(value);
      const { Calls = '', Turns = '' } = await facts(page);
      return [Number.parseInt(Calls, 10), Number.parseInt(/(\d+) request/.exec(Turns)?.[1] ?? '', 10)];
    };
    expect(await drawn('all')).toEqual([work.calls.length, work.requests]);
    for (const { agentId, work: own } of threads)
      expect(await drawn(agentId ?? 'main')).toEqual([own.calls.length, own.requests]);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});
