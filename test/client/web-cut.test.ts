import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { predictResume } from '../../src/context/predict-resume.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { describeInBrowser } from '../browser/chromium.ts';
import { type AppPage, type OpenApp, openApp } from '../browser/open-app.ts';
import { emptyHome, type ScratchHome } from '../browser/write-home.ts';
import { corpusFiles, hasCorpus, isAgentFile } from '../corpus/corpus.ts';
import { whyNotAvailable } from './available.ts';
import { disagreement } from './judge.ts';
import { requestFaults } from './request-faults.ts';
import { resumeMany } from './resume-many.ts';

const reason: string | undefined = hasCorpus ? await whyNotAvailable() : 'the corpus is not here';
if (reason !== undefined) console.log(`Copies of the Cut page are not tried in the real client: ${reason}.`);

/** What is done on the page before the button is pressed. */
const WISHES: readonly (readonly [name: string, wish: (page: AppPage) => Promise<void>])[] = [
  ['all tool calls', (page) => page.getByRole('checkbox', { name: 'Tool calls with their results' }).check()],
  [
    'the calls of one turn',
    async (page) => {
      await page.getByRole('checkbox', { name: 'Tool calls with their results' }).check();
      await page.locator('.cut-where select').selectOption('chosen');
      await page.locator('.cut-where input.grow').fill('1');
    },
  ],
  ['a preset', (page) => page.getByRole('button', { name: 'deep' }).click()],
  [
    'compressed on this machine',
    async (page) => {
      await page.getByRole('button', { name: 'Compress' }).click();
      await page.locator('.cut-compress select').nth(1).selectOption('hard');
    },
  ],
];

const describeHere: typeof describe.skip = reason === undefined ? describeInBrowser : describe.skip;

describeHere('copies made on the Cut page', () => {
  let home: ScratchHome;
  let app: OpenApp;
  let source: string;
  beforeAll(async () => {
    home = emptyHome();
    const found = corpusFiles().find((file) => !isAgentFile(file) && isFitting(file)) as string;
    source = join(home.path, 'projects', '-lab', basename(found));
    mkdirSync(dirname(source), { recursive: true });
    writeFileSync(source, readFileSync(found));
    app = await openApp(home.path);
  });
  afterAll(async () => {
    await app?.close();
    home?.remove();
  });

  test('[R2] each resumes in the real client, whole, and says what the page said it would', async () => {
    const made: { readonly name: string; readonly file: string; readonly loads: number }[] = [];
    for (const [name, wish] of WISHES) {
      const page = await app.open(`/session/${basename(source, '.jsonl')}/cut`);
      await planned(page);
      await wish(page);
      await planned(page);
      await page.locator('.cut-create').click();
      const words = await page.locator('.done-box .b').textContent();
      const command = (await page.locator('.resume-big').textContent()) ?? '';
      const id = /--resume ([0-9a-f-]{36})$/.exec(command)?.[1];
      const loads = Number(/: ([\d,]+) of \1 messages/.exec(words ?? '')?.[1]?.replaceAll(',', ''));
      made.push({ name, file: join(dirname(source), `${id}.jsonl`), loads });
      expect(page.errors, name).toEqual([]);
      await page.context().close();
    }
    const results = await resumeMany(NEWEST_CLIENT, [source, ...made.map(({ file }) => file)], { jobs: 2 });
    const own = results.get(source);
    if (own?.kind !== 'sent') throw new Error(`the source itself is not sent: ${own?.kind}`);
    for (const { name, file, loads } of made) {
      const resumed = results.get(file);
      if (resumed?.kind !== 'sent') throw new Error(`${name}: ${resumed?.kind}`);
      expect(await disagreement(file, NEWEST_CLIENT, resumed), name).toBeUndefined();
      const faults = requestFaults(resumed.body).filter((fault) => !requestFaults(own.body).includes(fault));
      expect(faults, name).toEqual([]);
      expect(JSON.stringify(resumed.body).length, name).toBeLessThan(JSON.stringify(own.body).length);
      expect(predictResume(parseLog(readFileSync(file)), { compare: false }).loads, name).toBe(loads);
    }
  });
});

async function planned(page: AppPage): Promise<void> {
  await page.locator('.cut-create').waitFor();
  await page.waitForTimeout(100);
  await page.locator('section[aria-label="Before and after"][aria-busy="false"]').waitFor();
}

/** Not long, but with calls to cut and words to shorten. */
function isFitting(file: string): boolean {
  if (!/\/[0-9a-f-]{36}\.jsonl$/.test(file)) return false;
  const bytes = readFileSync(file);
  if (bytes.length < 100_000 || bytes.length > 800_000) return false;
  const { messages, compaction, loads, of } = predictResume(parseLog(bytes));
  const calls = JSON.stringify(messages).split('"tool_use"').length;
  return loads === of && compaction?.compacts !== true && calls > 10;
}
