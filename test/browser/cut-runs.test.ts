import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readImageInfo } from '../../src/base/image-info.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { writeLongSession } from '../compress/long-session.ts';
import { honest, type ScriptedApi, startScriptedApi } from '../compress/scripted-api.ts';
import { describeInBrowser } from './chromium.ts';
import { type AppPage, type OpenApp, openApp } from './open-app.ts';
import { settlePlan } from './settle-plan.ts';
import { Talk } from './talk.ts';
import { emptyHome, type ScratchHome, writeSession } from './write-home.ts';

describeInBrowser('cuts that take a while', () => {
  let home: ScratchHome;
  let app: OpenApp;
  let api: ScriptedApi;
  let photo: { readonly id: string; readonly file: string };
  let long: ReturnType<typeof writeLongSession>;
  /** How many requests the model answers; later ones wait for ever. */
  let answers = 0;
  const address = process.env.OPENAI_BASE_URL;

  beforeAll(async () => {
    home = emptyHome();
    const talk = new Talk().prompt([
      { type: 'text', text: 'What is on this?' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: await largePng() } },
    ]);
    for (const words of ['A field.', 'Grass, mostly.', 'And sky.']) talk.say(words).prompt('Go on.');
    talk.say('That is all.');
    photo = { id: talk.sessionId, file: writeSession(home, talk.sessionId, talk.entries) };
    long = writeLongSession(home.path, 24);
    api = await startScriptedApi(({ prompt }, number) =>
      number <= answers ? { text: honest(prompt) } : { hang: true },
    );
    process.env.OPENAI_BASE_URL = `${api.url}/v1`;
    app = await openApp(home.path);
  });
  afterAll(async () => {
    await app?.close();
    await api?.close();
    if (address === undefined) delete process.env.OPENAI_BASE_URL;
    else process.env.OPENAI_BASE_URL = address;
    home?.remove();
  });

  test('large images are made smaller in the copy, and stay as they are in the source', async () => {
    const source = readFileSync(photo.file);
    expect(sizeOfImage(photo.file)).toEqual([2400, 1200]);
    const page = await app.open(`/session/${photo.id}/cut`);
    await settlePlan(page);
    await page.getByRole('checkbox', { name: 'Large images, made smaller' }).check();
    await settlePlan(page);
    await page.locator('.cut-create').click();
    await page.locator('.done-box').getByText('Created, and the client loads it').waitFor();
    await page.locator('.cut-changed summary').click();
    await page.locator('.cut-changed').getByText('1 image made smaller').waitFor();
    const [side, other] = sizeOfImage(await copyOf(page, photo.file));
    expect([side, other]).toEqual([1568, 784]);
    expect(readFileSync(photo.file).equals(source)).toBe(true);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test('no toast tells of the copy that was just made here; one tells of a session from elsewhere', async () => {
    const page = await app.open(`/session/${photo.id}/cut?take=images`);
    await settlePlan(page);
    await page.locator('.cut-create').click();
    await page.locator('.done-box').getByText('Created').waitFor();
    const other = new Talk().prompt('Words from elsewhere').say('Yes.');
    writeSession(home, other.sessionId, other.entries);
    // It comes after the copy: when it is told, the copy would have been.
    await page.locator('.toast', { hasText: 'Words from elsewhere' }).waitFor();
    expect(await page.locator('.toast').count()).toBe(1);
    await page.context().close();
  });

  test('a compression shows how far it is; cancelled, it writes nothing, and what is done is not asked for again', async () => {
    const before = readdirSync(dirname(long.file));
    answers = api.asked.length + 1;
    const page = await app.open(`/session/${long.sessionId}/cut`);
    await settlePlan(page);
    await agreeToCompress(page);
    await page.locator('.cut-create').click();
    const running = page.locator('.cut-running');
    await running.getByText(/^[1-9]\d* of \d+$/).waitFor();
    const [done = 0, of = 0] =
      ((await running.locator('span').textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
    expect(done).toBeLessThan(of);
    expect(await running.locator('progress').getAttribute('max')).toBe(String(of));
    expect(await page.locator('.cut-create').isDisabled()).toBe(true);
    await running.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.cut-trouble', { hasText: 'It was cancelled. Nothing was written.' }).waitFor();
    expect(await running.count()).toBe(0);
    expect(readdirSync(dirname(long.file))).toEqual(before);

    answers = Number.POSITIVE_INFINITY;
    const asked = api.asked.length;
    await page.reload();
    await settlePlan(page);
    await agreeToCompress(page);
    await page.getByText(`${done} of ${of} texts are known from an earlier run.`).waitFor();
    await page.locator('.cut-create').click();
    await page.locator('.done-box').getByText('Created, and the client loads it').waitFor();
    expect(api.asked.length).toBeGreaterThan(asked);
    expect(readdirSync(dirname(long.file)).length).toBe(before.length + 1);
    await page.context().close();
  });
});

async function agreeToCompress(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'Compress' }).click();
  await page.locator('.cut-compress select').first().selectOption('openai');
  await page.getByPlaceholder('the name of a model').fill('scripted');
  await settlePlan(page);
  await page.getByLabel('Yes, send them there').check();
}

/** The file of the copy that the page has made. */
async function copyOf(page: AppPage, source: string): Promise<string> {
  const command = (await page.locator('.resume-big').textContent()) ?? '';
  return join(dirname(source), `${/--resume ([0-9a-f-]{36})$/.exec(command)?.[1]}.jsonl`);
}

function sizeOfImage(file: string): (number | undefined)[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const entry = JSON.parse(lines.find((line) => line.includes('"image/')) ?? '{}') as {
    message: { content: readonly JsonObject[] };
  };
  const image = entry.message.content.find(({ type }) => type === 'image') ?? {};
  const { width, height } = readImageInfo(image);
  return [width, height];
}

async function largePng(): Promise<string> {
  const { default: sharp } = await import('sharp');
  const create = { width: 2400, height: 1200, channels: 3, background: '#4a7' } as const;
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}
