import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptCode } from './kept-code.ts';

let scripts: string;
let file: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'clew-code-'));
  scripts = join(folder, 'scripts');
  file = join(folder, 'data', 'code', 'ls.bin');
  mkdirSync(scripts);
  put('build', 'one');
  put(
    'a.js',
    `exports.say = (name) => require('./b.js').greet(name); exports.sep = require('node:path').sep;`,
  );
  put(
    'b.js',
    `exports.greet = (name) => 'Good day, ' + name + '!'; exports.places = [__filename, __dirname];`,
  );
});

afterEach(() => rmSync(join(scripts, '..'), { recursive: true }));

function put(name: string, text: string): void {
  writeFileSync(join(scripts, name), text);
}

interface Script {
  readonly say: (name: string) => string;
  readonly sep: string;
}

function open(at: string = file, use?: string): KeptCode {
  return new KeptCode(scripts, at, createRequire(import.meta.url), use);
}

/** What a script says, and whether the file was written. */
function run(at: string = file): { said: string; wrote: boolean } {
  const before = readIf(at);
  const kept = open(at);
  const { say } = kept.load('./a.js') as Script;
  const said = say('Ada');
  kept.save();
  return { said, wrote: readIf(at) !== before };
}

function readIf(at: string): string | undefined {
  try {
    return readFileSync(at, 'latin1');
  } catch {
    return undefined;
  }
}

test('scripts load each other and what is no script of theirs, once', () => {
  const kept = open();
  const { sep } = kept.load('./a.js') as Script;
  expect(sep).toBe(join('/'));
  expect(kept.load('./a.js')).toBe(kept.load('./a.js'));
  expect((kept.load('./b.js') as { places: string[] }).places).toEqual([join(scripts, 'b.js'), scripts]);
});

test('the code is written the first time, privately and whole, and not again', () => {
  expect([run(), run()]).toEqual([
    { said: 'Good day, Ada!', wrote: true },
    { said: 'Good day, Ada!', wrote: false },
  ]);
  expect(readdirSync(join(file, '..'))).toEqual(['ls.bin']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a script that comes in later is added', () => {
  const first = open();
  first.load('./a.js');
  first.save();
  expect(run().wrote).toBe(true);
  expect(run().wrote).toBe(false);
});

test('code is added for a use that is new, as often as a dozen times, and the uses before it stay known', () => {
  const wrote = (use: string): boolean => {
    const before = readIf(file);
    const kept = open(file, use);
    const { say } = kept.load('./a.js') as Script;
    const expected = kept.isToBeWritten;
    say('Ada');
    kept.save();
    expect(readIf(file) !== before).toBe(expected);
    return expected;
  };
  expect(['--json', '', '--json', '', '--quiet'].map(wrote)).toEqual([true, true, false, false, true]);
  expect(Array.from({ length: 12 }, (_, i) => wrote(`--flag${i}`))).toEqual([
    ...Array.from({ length: 9 }, () => true),
    ...Array.from({ length: 3 }, () => false),
  ]);
  put('build', 'two');
  expect([wrote('--flag11'), wrote('--flag11')]).toEqual([true, false]);
});

test('functions that only another use runs come with the code, too', () => {
  put('a.js', `exports.one = () => 'one' + 1; exports.two = () => 'two' + 2;`);
  const use = (name: string) => {
    const kept = open(file, name);
    (kept.load('./a.js') as Record<string, () => string>)[name]?.();
    kept.save();
    return statSync(file).size;
  };
  const first = use('one');
  const both = use('two');
  expect(both).toBeGreaterThan(first + 100);
  expect(use('one')).toBe(both);
});

test('code of another build is not used, even where a script is as long as before', () => {
  run();
  put('b.js', readFileSync(join(scripts, 'b.js'), 'utf8').replace('Good day', 'Good bye'));
  put('build', 'two');
  expect(run()).toEqual({ said: 'Good bye, Ada!', wrote: true });
});

test('a damaged file is as good as none, and is made anew', () => {
  run();
  const good = readFileSync(file);
  const torn = Buffer.from(good).fill(7, good.length - 200);
  for (const bad of [Buffer.alloc(0), Buffer.from('{}\n'), good.subarray(0, good.length / 2), torn]) {
    writeFileSync(file, bad);
    expect(run()).toEqual({ said: 'Good day, Ada!', wrote: true });
  }
});

test('where nothing can be written, everything runs', () => {
  writeFileSync(join(scripts, 'in-the-way'), '');
  expect(run(join(scripts, 'in-the-way', 'code', 'ls.bin'))).toEqual({
    said: 'Good day, Ada!',
    wrote: false,
  });
});

test('scripts are loaded and saved by way of what was asked for', () => {
  const kept = open();
  let inside = 0;
  let times = 0;
  kept.loadWithin((load) => {
    inside++;
    times++;
    try {
      return load();
    } finally {
      inside--;
    }
  });
  put('a.js', `exports.depth = require('./b.js').depth;`);
  put('b.js', `exports.depth = globalThis.depthOfLoading();`);
  Object.assign(globalThis, { depthOfLoading: () => inside });
  expect(kept.load('./a.js')).toEqual({ depth: 2 });
  expect(kept.load('./a.js')).toEqual({ depth: 2 });
  expect(times).toBe(2);
  kept.save();
  expect(times).toBe(3);
});
