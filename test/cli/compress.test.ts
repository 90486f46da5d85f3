import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompressReport } from '../../src/compress/compress-session.ts';
import { type LongSession, writeLongSession } from '../compress/long-session.ts';
import { honest, type ScriptedApi, startScriptedApi } from '../compress/scripted-api.ts';
import { runClew } from './run-clew.ts';

let folder: string;
let home: string;
let session: LongSession;
let api: ScriptedApi;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clew-cli-compress-'));
  home = join(folder, 'home');
  session = writeLongSession(home, 12);
  api = await startScriptedApi(({ prompt }) => ({ text: honest(prompt) }));
});

afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const compress = (words: readonly string[], env: Record<string, string> = {}, more: object = {}) =>
  runClew(['compress', session.sessionId, ...words, '--home', home], {
    env: { CLEW_DATA_DIR: join(folder, 'data'), ...env },
    homeDirectory: folder,
    cwd: folder,
    ...more,
  });
const withModel = () => ({ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: api.url });
const json = async (...words: string[]): Promise<CompressReport> => {
  const { out, err } = await compress([...words, '--json']);
  expect(err).toBe('');
  return JSON.parse(out);
};

test('compress --json has the shape of a clone and tells of the compression; the source stays as it was', async () => {
  const hash = () => createHash('sha256').update(readFileSync(session.file)).digest('hex');
  const before = hash();
  const report = await json();
  expect(report).toMatchObject({
    source: session.file,
    dryRun: false,
    turns: { before: 12, after: 12 },
    resume: `claude --resume ${report.sessionId}`,
    compression: { provider: 'offline', model: 'extractive', calls: 0, cost: 0, kept: 0 },
  });
  expect(report.tokens.after).toBeLessThan(report.tokens.before);
  expect(report.compression.bands.map(({ band }) => band)).toEqual(['0-50:heavy', '50-75:standard']);
  expect(existsSync(report.file)).toBe(true);
  expect(hash()).toBe(before);
});

test('the text names the way without a model for what it is', async () => {
  const { out, code } = await compress(['--bands', 'gentle']);
  expect(code).toBe(0);
  expect(out).toContain('picking sentences on this machine, without a model (offline, extractive)');
  expect(out).toMatch(
    /band +0-50:standard: \d+ texts, [\d.k]+ → [\d.k]+ tokens \(\d+ % of them; target 35 %\)/,
  );
  expect(out).toMatch(/cut +\d+ answers compressed, \d+ results compressed, \d+ blocks of thinking/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/claude --resume [0-9a-f-]{36}$/);
});

test('the newest turns are never touched unless asked, and bands of turns name turns', async () => {
  const { changes } = await json('--bands', '1..12:heavy', '--what', 'answers', '--dry-run');
  expect(changes.compressedAnswers).toBe(20);
  const all = await json('--bands', '1..12:heavy', '--what', 'answers', '--dry-run', '--protect', '0');
  expect(all.changes.compressedAnswers).toBe(24);
  const some = await json(
    '--bands',
    '2..3:heavy',
    '--what',
    'answers,prompts',
    '--at-least',
    '20',
    '--dry-run',
  );
  expect(some.changes).toMatchObject({ compressedAnswers: 4, compressedPrompts: 2 });
});

test('all cuts of clone can be combined, and come first', async () => {
  const report = await json(
    '--tools',
    'remove',
    '--thinking',
    'remove',
    '--to-turn',
    '10',
    '--title',
    'Short',
    '--markers',
  );
  expect(report).toMatchObject({ title: 'Short', turns: { before: 12, after: 10 } });
  expect(report.changes).toMatchObject({ toolCalls: 10, turns: 2 });
  expect(report.changes.compressedResults).toBeUndefined();
  expect(report.changes.compressedAnswers).toBeGreaterThan(8);
  const clone = readFileSync(report.file, 'utf8');
  expect(clone).toMatch(/\[shortened; see line \d+ of the source session\]/);
  expect(clone).not.toContain('"type":"thinking"');
  const { tokens } = await json('--dry-run');
  const fitted = await json('--dry-run', '--fit', String(tokens.after - 300));
  expect(fitted.tokens.after).toBeLessThanOrEqual(tokens.after - 300);
});

test('whole turns and compactions are written on demand', async () => {
  expect((await json('--what', 'turns', '--bands', '0-50:heavy')).turns).toEqual({ before: 12, after: 7 });
  const compacted = await json('--as-compaction', '--bands', '0-50:heavy');
  expect(compacted.changes).toEqual({ compactedTurns: 6 });
  const values = readFileSync(compacted.file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const at = values.findIndex(({ subtype }) => subtype === 'compact_boundary');
  expect(values[at]).toMatchObject({
    parentUuid: null,
    logicalParentUuid: values[at - 1].uuid ?? expect.any(String),
  });
  expect(values[at + 1]).toMatchObject({
    type: 'user',
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    parentUuid: values[at].uuid,
    cwd: session.file ? '/home/dev/work/harbor' : '',
    sessionId: compacted.sessionId,
  });
});

test('what leaves the machine is said first and needs a yes', async () => {
  const before = readdirSync(dirname(session.file)).length;
  const refused = await compress([], withModel());
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(
    /This sends \d+ texts of the session to the Messages API at 127\.0\.0\.1:\d+, model claude-haiku-5-5: \d+ requests, about [\d.k]+ tokens there and [\d.k]+ back, about \$\d\.\d{4}\. Nobody is there to agree/,
  );
  expect(api.asked).toEqual([]);
  expect(readdirSync(dirname(session.file))).toHaveLength(before);
});

test('a person at a terminal is asked, and no is no', async () => {
  for (const [key, code] of [
    ['n', 2],
    ['y', 0],
  ] as const) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    let pressed = false;
    output.on('data', (chunk) => {
      shown += chunk;
      if (pressed || !shown.includes('Yes')) return;
      pressed = true;
      // Once the question stands and listens.
      setTimeout(() => input.write(key), 20);
    });
    const run = await compress(['--bands', '1..1:heavy'], withModel(), {
      terminal: true,
      keyboard: { input, output },
    });
    expect(shown).toContain('This sends');
    expect(run.code, run.err).toBe(code);
    expect(api.asked.length > 0).toBe(code === 0);
  }
});

test('--yes sends, says so, and a second run is free', async () => {
  const first = await compress(['--yes'], withModel());
  expect(first.code).toBe(0);
  expect(first.err).toContain('This sends');
  expect(first.out).toMatch(/asked +\d+ requests?, [\d.k]+ tokens there, [\d.k]+ back, about \$0\.00\d\d/);
  const asked = api.asked.length;
  const second = await compress([], withModel());
  expect(second).toMatchObject({ code: 0, err: '' });
  expect(second.out).toMatch(/asked +nobody: all \d+ texts are known from an earlier run/);
  expect(api.asked).toHaveLength(asked);
});

test('--report puts every text beside what became of it, and never overwrites a file', async () => {
  const file = join(folder, 'report.md');
  await json('--report', file, '--dry-run');
  const report = readFileSync(file, 'utf8');
  expect(report).toContain('picking sentences on this machine, without a model');
  expect(report).toMatch(/\| 0-50:heavy \| \d+ \| \d+ \| \d+ \| \d+ \| \d+ % \|/);
  expect(report).toMatch(/## Turn 1, answer, line \d+: \d+ → \d+ tokens/);
  expect(report).toContain('<th>Before</th><th>After</th>');
  expect(report.match(/<pre>/g)?.length).toBeGreaterThan(20);
  expect(await compress(['--report', file])).toMatchObject({
    code: 2,
    err: expect.stringContaining('exists already'),
  });
  expect((await compress(['--report', join(folder, 'no', 'r.md')])).err).toContain('does not exist');
});

test('what cannot be done is one sentence and exit 2', async () => {
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['--bands', 'half'], '"half" is no band'],
    [['--what', 'images'], '“images” cannot be shortened'],
    [['--what', 'turns,answers'], 'Whole turns include all'],
    [['--as-compaction', '--what', 'answers'], 'A compaction is made of whole turns'],
    [['--at-least', '90000'], 'There is nothing to shorten'],
    [['--protect', '12'], 'the bands reach none of its 12 turns'],
    [['--provider', 'anthropic'], 'There is no key'],
    [['--provider', 'openai'], 'needs its address and a model'],
    [['--concurrency', '0'], '0 requests at once'],
    [['--branch', '1', '--uncompact'], 'two different ends'],
  ];
  for (const [words, sentence] of refusals) {
    const { code, out, err } = await compress(words);
    expect(err, words.join(' ')).toContain(sentence);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trimEnd().split('\n').length).toBeLessThan(3);
  }
});

test('a place where no report can be written is refused before anything is made', async () => {
  const count = () => readdirSync(dirname(session.file)).length;
  const before = count();
  for (const place of [join(session.file, 'x.md'), join(folder, 'no', 'such', 'x.md')]) {
    const { code, err } = await compress(['--report', place]);
    expect([code, err]).toEqual([2, expect.stringMatching(/^clew: The folder for “.*” does not exist\./)]);
  }
  expect(count()).toBe(before);
});

test('the price of what is asked is a person’s own, where there is one', async () => {
  const data = join(folder, 'own-prices');
  mkdirSync(data);
  const cost = async (): Promise<number> => {
    const env = { ...withModel(), CLEW_DATA_DIR: data };
    const { out } = await compress(['--dry-run', '--json', '--model', 'claude-opus-4-6'], env);
    return JSON.parse(out).compression.cost;
  };
  const built = await cost();
  const models = { 'opus-4-6': { input: 5000, output: 5000 } };
  writeFileSync(join(data, 'prices.json'), JSON.stringify({ models }));
  expect(await cost()).toBeGreaterThan(built * 10);
});
