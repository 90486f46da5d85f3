// The command line as it is built, joined into few files: it finds its threads and folders, and says what the sources say.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runClew } from '../cli/run-clew.ts';
import { built, isBuilt, makeProject, removeProjects } from './install-built.ts';

describe.skipIf(!isBuilt)('the built command line', () => {
  afterAll(removeProjects);

  test('every file and folder that it names by its own place is there', () => {
    const scripts = readdirSync(join(built, 'cli'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    const named = scripts.flatMap((name) => {
      const script = join(built, 'cli', name);
      const found = readFileSync(script, 'utf8').matchAll(
        /new URL\("([^"]+)", require\("url"\)\.pathToFileURL\(__filename\)\.href\)/g,
      );
      return [...found].map(([, path = '']) => new URL(path, pathToFileURL(script)).pathname);
    });
    expect(named.length).toBeGreaterThan(8);
    // The source names dist/ for those who run it from there.
    for (const path of new Set(named)) expect([path, existsSync(path)]).toEqual([path, true]);
    const threads = named.filter((path) => path.endsWith('.js')).map((path) => dirname(path));
    expect(threads.length).toBeGreaterThan(5);
  });

  test('a package that is loaded late brings no warning', async () => {
    const home = join(makeProject(), 'demo');
    await runClew(['demo', home, '--quiet']);
    // Colour loads the highlighter.
    const env = { PATH: process.env.PATH, HOME: home, CLEW_DATA_DIR: join(home, 'data'), FORCE_COLOR: '1' };
    const words = [join(built, 'cli/main.js'), 'show', 'latest', '--home', home];
    const run = spawnSync(process.execPath, words, { encoding: 'utf8', env });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('\u001b[');
    for (const name of readdirSync(join(built, 'cli')).filter((file) => file.endsWith('.js'))) {
      const imports = /\bimport\(/.test(readFileSync(join(built, 'cli', name), 'utf8'));
      expect([name, imports]).toEqual([name, name === 'import-late.js']);
    }
  });

  test('it says what the sources say', async () => {
    const home = join(makeProject(), 'demo');
    await runClew(['demo', home, '--quiet']);
    const shared = join(home, 'temporary');
    mkdirSync(shared);
    const env = { CLEW_DATA_DIR: join(home, 'data'), TMPDIR: shared };
    for (const words of [
      ['stats', '--json', '--no-catalog', '--timezone', 'utc'],
      ['stats', '--json', '--by', 'model'],
      ['check', '--json'],
      ['survey', '--json'],
      ['show', 'latest', '--json'],
      ['ls', '--json', '--most', '3'],
      ['search', 'the', '--most', '3'],
      ['frobnicate'],
    ]) {
      const all = [...words, '--home', home, '--quiet'];
      const expected = await runClew(all, { env, homeDirectory: home, now: () => new Date() });
      // The second time with the code that was compiled the first time.
      for (const time of ['first', 'second']) {
        const run = spawnSync(process.execPath, [join(built, 'cli/main.js'), ...all], {
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: home, ...env },
        });
        const own = { code: run.status, out: run.stdout, err: run.stderr };
        expect(own, `${words.join(' ')}, the ${time} time`).toEqual(expected);
      }
    }
    const kept = readdirSync(join(env.CLEW_DATA_DIR, 'code'));
    const known = ['check', 'ls', 'search', 'show', 'stats', 'survey'].map((name) => `${name}.bin`);
    // Node itself keeps it where it can, in a folder of its version; never where others could lay code for us to run.
    const byNode = [expect.stringMatching(`^${process.version}-`)];
    expect(kept.toSorted()).toEqual('enableCompileCache' in nodeModule ? byNode : known);
    expect(readdirSync(shared)).toEqual([]);
  });
});
