// Every command in README and docs does what the page says it does.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { copyWorld, makeWorld, removeWorlds, type World } from './docs-world.ts';
import {
  type DocBlock,
  type DocCommand,
  readBlocks,
  readMentions,
  readOtherBlocks,
  splitSteps,
} from './read-commands.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** Not run here, each for its reason. */
const ELSEWHERE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^clew serve\b/, 'waits for Ctrl+C and opens a browser: test/server and test/browser start it'],
  [/^(?:npm|npx|node|git|cd|bash)\b/, 'not clew: the scripts that it names are looked up below'],
  [/^curl\b/, 'asks a running server: test/docs/http.test.ts asks it the same'],
  [/ --provider (?!offline)/, 'sends texts away: test/compress runs it against a scripted API'],
  [/^claude\b/, 'the client itself: test/client runs it'],
];
/** Those that change nothing share one world. */
const READS =
  /^clew (?:ls|show|search|tail|stats|context|check|lineage|survey|graph|secrets|locate|du|sync)\b(?!.*--(?:scrub|slim|out|output|keep|rebuild))|^clew files\b(?!.*--(?:restore|to))|--dry-run/;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(removeWorlds);

function isElsewhere(text: string): boolean {
  return ELSEWHERE.some(([pattern]) => pattern.test(text));
}

async function runBlock(block: DocBlock): Promise<void> {
  const here = block.every(({ text }) => READS.test(text)) ? world : copyWorld(world);
  for (const command of block) {
    for (const words of splitSteps(command.text)) {
      if (words.length === 0 || isElsewhere(words.join(' '))) continue;
      const [program, ...rest] = words;
      expect(program, `${command.file}:${command.line}`).toBe('clew');
      const { code, out, err } = await here.run(rest);
      expect({
        at: `${command.file}:${command.line}`,
        text: command.text,
        code,
        err: code === 2 ? err : '',
      }).toEqual({
        at: `${command.file}:${command.line}`,
        text: command.text,
        code: command.exit,
        err: '',
      });
      if (command.output) expectShown(command, `${out}${err}`, here);
    }
  }
}

/** The shown lines are there, in their order, without others between them but where the page says `…`. */
function expectShown(command: DocCommand, printed: string, { folder }: World): void {
  const lines = printed.replaceAll(folder, '~').trimEnd().split('\n').map(normalise);
  let at = 0;
  let gap = false;
  for (const line of (command.output as string[]).join('\n').trimEnd().split('\n')) {
    if (line.trim() === '…') {
      gap = true;
      continue;
    }
    const found = gap ? lines.indexOf(normalise(line), at) : at;
    expect(lines[found], `${command.file}:${command.line} ${command.text}`).toBe(normalise(line));
    at = found + 1;
    gap = false;
  }
  if (!gap) expect(lines.length, `${command.file}:${command.line} shows everything`).toBe(at);
}

/** Ids of new things, times that took and paths differ; so does how far columns are apart. */
function normalise(line: string): string {
  return line
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\b\d+ ms\b/g, 'N ms')
    .replaceAll(/(?:~|\/[\w.-]+)+\/here\//g, './')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const withCommands = pages
  .map((page) => ({ ...page, blocks: readBlocks(page.name, page.text) }))
  .filter(({ blocks }) => blocks.length > 0);

test.each(withCommands)(
  'each command that $name shows runs, and prints what it shows',
  async ({ blocks }) => {
    for (const block of blocks) await runBlock(block);
  },
);

test('no command hides in a block that nobody runs', () => {
  // docs/cli.md is made of help; its examples are run below.
  for (const { name, text } of pages.filter(({ name }) => name !== 'docs/cli.md')) {
    const unmarked = readOtherBlocks(text);
    expect([name, unmarked.filter((code) => /^(?:\$ )?clew /m.test(code))]).toEqual([name, []]);
  }
});

test('the pages that a newcomer reads show commands', () => {
  expect(withCommands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['README.md', 'docs/library.md', 'docs/troubleshooting.md', 'docs/http.md']),
  );
});

test.each(pages)('each command that $name names exists, with its flags', async ({ name, text }) => {
  const shown = readBlocks(name, text).flat();
  for (const { line, text: mention } of [...readMentions(name, text), ...shown]) {
    if (!mention.startsWith('clew ') || /^clew [-A-Z<…"]/.test(mention)) continue;
    const [, command] = mention.split(/\s+/);
    const listing = COMMANDS.find((one) => one.name === command);
    expect(listing?.name, `${name}:${line} ${mention}`).toBe(command);
    const flags = (await listing?.load())?.flags?.map((flag) => flag.flags) ?? [];
    const known = [...flags.flatMap((flag) => flag.match(/--?[a-z][\w-]*/g) ?? []), ...EVERYWHERE];
    for (const [flag] of mention.matchAll(/(?<=\s)--?[a-z][\w-]*/g))
      expect(known, `${name}:${line} ${mention}`).toContain(flag);
  }
});

const EVERYWHERE = ['--home', '--json', '--quiet', '--no-color', '--help'];

test('each npm script that the pages name is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = pages.flatMap(({ text }) => [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]);
  const own = new Set(['ci', 'install', 'link', 'pack', 'registry', 'leaves']);
  expect(named.length).toBeGreaterThan(5);
  for (const [said, script = ''] of named)
    if (!own.has(script)) expect(scripts, said).toHaveProperty([script]);
});

describe('the examples of each command’s help', () => {
  // Of the demo sessions: it was compacted, and files have versions.
  const SESSION = '33a5c1ea';
  const STAND_INS: Readonly<Record<string, string>> = {
    a1b2c3: SESSION,
    d4e5f6: '2a04da6f',
    '4a07cdcd': SESSION,
    'src/app.ts@1..4': 'README.md@1..2',
    'src/app.ts@2': 'README.md@2',
  };

  test.each(COMMANDS.map(({ name, load }) => ({ name, load })))('clew $name', async ({ load }) => {
    for (const [text] of (await load()).examples) {
      if (isElsewhere(text) || text.startsWith('clew demo')) continue;
      const here = READS.test(text) ? world : copyWorld(world);
      const stand: Readonly<Record<string, string>> = {
        ...STAND_INS,
        './demo': join(here.folder, '.claude'),
        ...(await prepare(text, here)),
      };
      for (const [, ...words] of splitSteps(text)) {
        const { code, err } = await here.run(words.map((word) => stand[word] ?? word));
        expect([text, code, code < 2 ? '' : err]).toEqual([text, expect.toSatisfy((n) => n < 2), '']);
      }
    }
  });

  /** What an example takes for granted is made first. */
  async function prepare(text: string, here: World): Promise<Record<string, string>> {
    const json = async (...words: string[]): Promise<Record<string, string>> =>
      JSON.parse((await here.run([...words, '--json'])).out);
    if (text.includes('rm-t2c6k0'))
      return { 'rm-t2c6k0-9f3c07': (await json('rm', SESSION)).receipt as string };
    if (text.includes('5e6f7a8b')) {
      const { sessionId = '' } = await json('clone', SESSION, '--yes');
      if (text.includes('--restore')) await json('undo', sessionId);
      return { '5e6f7a8b': sessionId };
    }
    // It has texts that are long enough to be shortened.
    if (text.startsWith('clew compress')) return { a1b2c3: '05ceb7e9' };
    if (text.startsWith('clew mv')) mkdirSync(join(here.folder, 'work', 'harbor-2'), { recursive: true });
    if (text.startsWith('clew notes')) {
      const { out } = await here.run(['notes', SESSION, '--add', 'once', '--json']);
      return { '9f2c': JSON.parse(out).note.id };
    }
    if (text.startsWith('clew restore')) await json('archive', SESSION, '--remove');
    if (text.startsWith('clew unpack')) {
      await json('pack', SESSION, '-o', 'work.clewpack');
      await json('rm', SESSION);
    }
    return {};
  }
});
