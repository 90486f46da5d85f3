import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { runClew } from './run-clew.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'cli.md'), 'utf8');

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  'clew %s has help, examples and a place in the docs',
  async (name, listing) => {
    const spec = await listing.load();
    expect(spec.name).toBe(name);
    expect(spec.summary).toBe(listing.summary);
    expect(spec.examples.length).toBeGreaterThan(0);
    for (const [line] of spec.examples) expect(line).toMatch(/^clew /);
    const help = await runClew([name, '--help']);
    expect(help.code).toBe(0);
    expect(help.out).toContain('Examples:');
    expect(docs).toContain(`## clew ${name}\n`);
  },
);

test('the overview groups the commands and shows examples; no command and --help are the same', async () => {
  const bare = await runClew([]);
  expect(bare).toEqual(await runClew(['--help']));
  expect(bare.code).toBe(0);
  for (const { name, group } of COMMANDS)
    expect(bare.out).toMatch(new RegExp(`${group}[\\s\\S]*\\b${name}\\b`));
  expect(bare.out).toContain('Exit codes: 0 done');
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
  expect(await runClew(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('an unknown command, flag or value is one sentence, a hint, and exit 2', async () => {
  for (const words of [
    ['surveyy'],
    ['frobnicate'],
    ['--json'],
    ['survey', '--frobnicate'],
    ['survey', '--format', 'pdf'],
    ['demo'],
  ]) {
    const { code, out, err } = await runClew(words);
    expect([code, out], words.join(' ')).toEqual([2, '']);
    expect(err, words.join(' ')).toMatch(/^clew: .+\n {6}.+\n$/);
  }
  expect((await runClew(['surveyy'])).err).toContain('Did you mean "clew survey"?');
  // The nearest, not the first that is near.
  expect((await runClew(['rn'])).err).toContain('Did you mean "clew rm"?');
  expect((await runClew(['xy'])).err).not.toContain('Did you mean');
  expect((await runClew(['survey', '--formt', 'md'])).err).toBe(
    "clew: Unknown option '--formt'.\n      Did you mean --format? See `clew survey --help`.\n",
  );
  expect((await runClew(['demo'])).err).toBe(
    "clew: Missing required argument 'dir'.\n      See `clew demo --help`.\n",
  );
});

test('on a terminal no sentence is wider than it, and a hint stays in one piece to be copied', async () => {
  const home = join(folder, 'narrow');
  await runClew(['demo', home, '--quiet']);
  const terminal = {
    terminal: true,
    progress: true,
    columns: 60,
    env: { CLEW_DATA_DIR: join(folder, 'data') },
  };
  const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
  for (const words of [['context', 'latest'], ['stats'], ['stats', '--by', 'tool']]) {
    const { out } = await runClew([...words, '--home', home], terminal);
    const piped = await runClew([...words, '--home', home], { ...terminal, terminal: false });
    expect([words, widest(out) <= 60, widest(piped.out) > 60]).toEqual([words, true, true]);
  }
  const { err } = await runClew(['clone', 'latest', '--fit', '1k', '--home', home], terminal);
  expect(err).toMatch(/^clew: The session cannot be made to fit .+\n {6}.+\n/);
  const [hint = '', ...sentence] = err.trimEnd().split('\n').reverse();
  expect(widest(sentence.join('\n'))).toBeLessThanOrEqual(60);
  expect(hint).toBe('      Ask for more tokens, or leave turns out as well: --from-turn.');
});

test('what every command knows may stand before its name', async () => {
  const home = join(folder, 'flags-first');
  await runClew(['demo', home, '--quiet']);
  const expected = await runClew(['ls', '--home', home, '--json', '--no-catalog']);
  expect([expected.code, expected.out[0]]).toEqual([0, '{']);
  for (const words of [
    ['--home', home, 'ls', '--json', '--no-catalog'],
    [`--home=${home}`, '--json', '--quiet', '--no-color', 'ls', '--no-catalog'],
    ['--json', 'ls', '--no-catalog', '--home', home],
  ])
    expect(await runClew(words), words.join(' ')).toEqual(expected);
  expect((await runClew(['--home', folder, '--home', home, 'ls', '--json', '--no-catalog'])).out).toEqual(
    expected.out,
  );
  expect(await runClew(['--no-color', '--help'])).toEqual(await runClew(['--help']));
  expect(await runClew(['--quiet', '--version'])).toEqual(await runClew(['--version']));
  expect(await runClew(['--json', 'help', 'ls'])).toEqual(await runClew(['ls', '--help']));
});

test('any other flag before the command is refused, and so is a home in the place of the command', async () => {
  for (const words of [
    ['--since', '3d', 'stats'],
    ['--home'],
    ['--home', 'ls'],
    ['--json', '--since', '3d'],
  ]) {
    const { code, err } = await runClew(words);
    expect([code, err], words.join(' ')).toEqual([2, expect.stringContaining('comes before its flags')]);
    expect(err).toContain('Only --home, --json, --quiet, --no-color may stand before it.');
  }
});

const SELECTING = ['survey', 'show', 'context', 'graph'];

test.each(SELECTING)('clew %s refuses what is no session with one clear sentence', async (name) => {
  const empty = join(folder, 'empty.jsonl');
  writeFileSync(empty, '');
  const binary = join(folder, 'binary.jsonl');
  writeFileSync(binary, Buffer.from([0, 1, 2, 255, 254, 10, 0, 7]));
  for (const [file, codes] of [
    [join(folder, 'missing.jsonl'), [2]],
    [folder, [2]],
    [binary, [1, 2]],
    [empty, [1, 2]],
  ] as const) {
    const { code, out, err } = await runClew([name, file]);
    expect(codes, `${name} ${file}`).toContain(code);
    expect(`${out}${err}`, `${name} ${file}`).not.toMatch(/bug in clew|at .*\.ts:\d+/);
    expect(`${out}${err}`.trim(), `${name} ${file}`).not.toBe('');
  }
  const none = await runClew([name, 'latest', '--home', folder]);
  expect(none.code).toBe(2);
  expect(none.err).toMatch(/^clew: /);
});

test('an empty home is an empty result, a missing one a refusal', async () => {
  const { code, out, err } = await runClew(['survey', '--home', folder]);
  expect(code).toBe(1);
  expect(`${out}${err}`).toMatch(/no sessions/i);
  expect((await runClew(['survey', '--home', join(folder, 'gone')])).code).toBe(2);
});

test('clew demo writes a home that clew reads, and overwrites nothing', async () => {
  const demo = join(folder, 'demo');
  expect((await runClew(['demo', demo])).code).toBe(0);
  const again = await runClew(['demo', demo]);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('is not empty')]);
  const survey = JSON.parse((await runClew(['survey', '--home', demo, '--json'])).out);
  expect(survey.sessions.length).toBeGreaterThan(25);
  expect(survey.totals.unreadable).toBeGreaterThan(0);
});

test('what a bug tells is stripped of control sequences, as it may quote a session', async () => {
  const { code, err } = await runClew(['--version'], {
    print: () => Promise.reject(new Error('torn \u001b]52;c;ZXZpbA==\u0007 text\u202e')),
  });
  expect(code).toBe(2);
  expect(err).toContain('this is a bug in clew: Error: torn');
  expect(['\u001b', '\u0007', '\u202e'].filter((control) => err.includes(control))).toEqual([]);
});
