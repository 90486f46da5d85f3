import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { predictResume } from '../../src/context/predict-resume.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { brokenShape } from '../../src/transform/clone-laws.fixture.ts';
import { readBands } from '../../src/transform/compress-bands.ts';
import { type Bench, compressWith, makeBench, scripted, sha256 } from './compress-with.ts';
import { type LongSession, writeLongSession } from './long-session.ts';
import { honest, itemsOf, type ScriptedApi, startScriptedApi } from './scripted-api.ts';

let bench: Bench;
let session: LongSession;
let short: LongSession;
let before: string;

beforeAll(() => {
  bench = makeBench();
  session = writeLongSession(bench.home, 200);
  short = writeLongSession(bench.home, 40, { seed: 'short' });
  before = sha256(session.file);
});
afterAll(() => bench.remove());

const saidIn = ({ messages }: ReturnType<typeof predictResume>) =>
  JSON.stringify(messages.map(({ content }) => content));

const BANDS = 'heavy and standard';

/** A model that writes steadily too much, and by chance a little more or less. */
const wordy = (prompt: string, number: number) => honest(prompt, 1.3 + ((number * 7) % 5) / 20);

async function withApi<T>(
  script: Parameters<typeof startScriptedApi>[0],
  use: (api: ScriptedApi) => Promise<T>,
): Promise<T> {
  const api = await startScriptedApi(script);
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}

test(`targets are met within 15 % over 200 turns, ${BANDS}, by a model that writes too much`, async () => {
  await withApi(
    ({ prompt }, number) => ({ text: wordy(prompt, number) }),
    async (api) => {
      const { report, outcomes } = await compressWith(bench, session, { provider: scripted(api.url) });
      expect(report.compression.bands.map(({ band }) => band)).toEqual(['0-50:heavy', '50-75:standard']);
      for (const { before: old, after, band, texts } of report.compression.bands) {
        const wanted = band.endsWith('heavy') ? 0.1 : 0.35;
        expect(texts).toBeGreaterThan(100);
        expect(after / old / wanted, band).toBeGreaterThan(0.85);
        expect(after / old / wanted, band).toBeLessThan(1.15);
      }
      expect(report.compression.kept).toBe(0);
      expect(outcomes.every(({ text }) => text !== undefined)).toBe(true);
      expect(sha256(session.file)).toBe(before);
      expect(brokenShape(readFileSync(report.file))).toEqual([]);
    },
  );
});

test('roles, order and pairs stay; only texts of the bands change, and thinking goes with a changed answer', async () => {
  await withApi(
    ({ prompt }) => ({ text: honest(prompt) }),
    async (api) => {
      const { report } = await compressWith(bench, short, { provider: scripted(api.url), noCache: true });
      const [source, clone] = [short.file, report.file].map((file) =>
        predictResume(parseLog(readFileSync(file))),
      );
      const shape = (one: typeof source) =>
        one?.messages.map(({ role, content }) => [
          role,
          ...content
            .filter(({ type }) => type !== 'thinking')
            .map(({ type, id, tool_use_id }) => [type, id, tool_use_id]),
        ]);
      expect(shape(clone)).toEqual(shape(source));
      const texts = (one: typeof source) =>
        one?.messages.flatMap(({ content }) => content.map((block) => JSON.stringify(block)));
      const kept = new Set(texts(source));
      const same = texts(clone)?.filter((text) => kept.has(text)).length ?? 0;
      // A quarter of the turns, all prompts, and the calls.
      expect(same).toBeGreaterThan(40 + 10 * 3);
      const thoughts =
        clone?.messages.map(({ content }) => content.some(({ type }) => type === 'thinking')) ?? [];
      expect(thoughts.indexOf(true)).toBeGreaterThan(thoughts.length / 2);
      expect(thoughts.lastIndexOf(true)).toBeGreaterThan(thoughts.length - 6);
      expect(report.turns).toEqual({ before: 40, after: 40 });
    },
  );
});

test('--thinking keep leaves thinking whole', async () => {
  await withApi(
    ({ prompt }) => ({ text: honest(prompt) }),
    async (api) => {
      const { report } = await compressWith(bench, short, {
        provider: scripted(api.url),
        compress: {
          bands: readBands('0-50:standard'),
          what: new Set(['answer']),
          atLeast: 100,
          keepThinking: true,
        },
      });
      const thinking = (file: string) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line.includes('"type":"thinking"')).length;
      expect(report.changes.compressedAnswers).toBe(40);
      expect(thinking(report.file)).toBe(thinking(short.file));
    },
  );
});

test('texts go in batches, with what was said around them, and no more at once than allowed', async () => {
  await withApi(
    async ({ prompt }) => {
      await new Promise((done) => setTimeout(done, 5));
      return { text: honest(prompt) };
    },
    async (api) => {
      await compressWith(bench, short, { provider: scripted(api.url, { concurrency: 3 }), noCache: true });
      const sizes = api.asked.map(({ prompt }) => itemsOf(prompt).length);
      expect(Math.max(...sizes)).toBe(8);
      expect(api.asked.length).toBeLessThan(20);
      expect(api.asked[5]?.prompt).toMatch(/<before>\nTurn \d+, the user: Part \d+: please look at/);
      expect(api.asked[5]?.prompt).toMatch(/<after>\nTurn \d+, the user: Part \d+/);
      expect(api.asked[5]?.prompt).toContain('Later turns speak of:');
      expect(api.most()).toBeLessThanOrEqual(3);
      expect(api.most()).toBeGreaterThan(1);
    },
  );
});

test('whole turns become one summary turn a band, and every pair outside stays', async () => {
  await withApi(
    ({ prompt }) => ({ text: honest(prompt) }),
    async (api) => {
      const { report } = await compressWith(bench, short, {
        provider: scripted(api.url),
        compress: { bands: readBands('0-50:heavy,50-75:standard'), what: new Set(['turns']), atLeast: 100 },
      });
      expect(report.changes.summarisedTurns).toBe(30);
      expect(report.turns).toEqual({ before: 40, after: 12 });
      for (const { before: old, after, band } of report.compression.bands) {
        const wanted = band.endsWith('heavy') ? 0.1 : 0.35;
        expect(Math.abs(after / old / wanted - 1), band).toBeLessThan(0.15);
      }
      expect(brokenShape(readFileSync(report.file))).toEqual([]);
      const { messages } = predictResume(parseLog(readFileSync(report.file)));
      expect(messages.slice(0, 4).map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'user',
        'assistant',
      ]);
      expect(JSON.stringify(messages[0]?.content)).toContain('Turns 1 to 20');
      expect(JSON.stringify(messages[2]?.content)).toContain('Turns 21 to 30');
    },
  );
});

test('[G4] --as-compaction leaves the history in the file, and a resume loads the summary and what follows', async () => {
  await withApi(
    ({ prompt }) => ({ text: honest(prompt) }),
    async (api) => {
      const { report } = await compressWith(bench, short, {
        provider: scripted(api.url),
        compress: { bands: readBands('usual'), what: new Set(['turns']), atLeast: 100, asCompaction: true },
      });
      expect(report.changes.compactedTurns).toBe(30);
      const lines = parseLog(readFileSync(report.file));
      const prediction = predictResume(lines);
      expect(brokenShape(readFileSync(report.file))).toEqual([]);
      expect(prediction.messages[0]?.role).toBe('user');
      expect(JSON.stringify(prediction.messages[0]?.content)).toContain('This session is being continued');
      const prompts = saidIn(prediction).match(/Part \d+: please/g) ?? [];
      expect(prompts).toHaveLength(10);
      expect(readFileSync(report.file, 'utf8')).toContain('Part 1: please look');
      expect(report.tokens.after).toBeLessThan(report.tokens.before * 0.7);
      // A clone of the clone compresses what is left of it, the summary too.
      const again = await compressWith(
        bench,
        { ...short, file: report.file },
        {
          provider: scripted(api.url),
          compress: {
            bands: readBands('0-50:standard'),
            what: new Set(['turns']),
            atLeast: 100,
            asCompaction: true,
          },
        },
      );
      const second = predictResume(parseLog(readFileSync(again.report.file)));
      expect((saidIn(second).match(/Part \d+: please/g) ?? []).length).toBe(5);
      expect(api.asked.some(({ prompt }) => prompt.includes('SUMMARY OF WHAT CAME BEFORE'))).toBe(true);
    },
  );
});
