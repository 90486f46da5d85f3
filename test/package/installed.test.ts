// The package as a project finds it: it loads, does nothing by itself, has types, and its examples run.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runClew } from '../cli/run-clew.ts';
import { built, isBuilt, makeProject, removeProjects } from './install-built.ts';
import { listEntryPoints, manifest, root } from './public-surface.ts';

const specifiers = listEntryPoints().map(({ specifier }) => specifier);

describe.skipIf(!isBuilt)('the built package', () => {
  let project: string;
  let home: string;
  beforeAll(async () => {
    project = makeProject();
    home = join(project, 'demo');
    await runClew(['demo', home, '--quiet']);
    cpSync(join(root, 'examples'), join(project, 'examples'), { recursive: true });
  });
  afterAll(removeProjects);

  function node(...words: string[]): string {
    const env = { PATH: process.env.PATH, HOME: project, CLEW_DATA_DIR: join(project, 'data') };
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  }

  test('importing any of it prints nothing, starts nothing and leaves the world as it was', () => {
    const script = `
      const look = () => ({ events: process.eventNames(), title: process.title, cwd: process.cwd(), umask: process.umask() });
      const before = look();
      const known = Object.getOwnPropertyNames(globalThis);
      const given = {};
      for (const name of ${JSON.stringify(specifiers)}) given[name] = Object.keys(await import(name)).sort();
      const added = Object.getOwnPropertyNames(globalThis).filter((name) => !known.includes(name)).sort();
      const running = process.getActiveResourcesInfo();
      console.log(JSON.stringify({ before, after: look(), added, running, given }));`;
    const { before, after, added, running, given } = JSON.parse(node('--input-type=module', '-e', script));
    expect(after).toEqual(before);
    // Zod, by which the server looks at what it is asked, keeps its registry there.
    expect(added).toEqual(['__zod_globalConfig', '__zod_globalRegistry']);
    expect(
      running.filter((one: string) => /Timeout|Immediate|TCP|Message|Event|Process|Wasm/.test(one)),
    ).toEqual([]);
    for (const { specifier, names } of listEntryPoints()) {
      const values = names.filter(({ kind }) => kind === 'value').map(({ name }) => name);
      expect([specifier, given[specifier]]).toEqual([specifier, values.toSorted()]);
    }
  });

  test('what is inside is not to be had by its path', () => {
    const script = `import('clew/dist/index.js').catch(({ code }) => console.log(code));`;
    expect(node('--input-type=module', '-e', script)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
    expect(manifest.exports['./package.json']).toBe('./package.json');
  });

  test('its types hold, declarations included', () => {
    const all = specifiers.map((name, n) => `import * as all${n} from '${name}';\nexport { all${n} };`);
    const use = `import { buildThread, parseLog, type Turn, readConversation } from 'clew';
      export const turns: readonly Turn[] = readConversation(buildThread(parseLog(new Uint8Array()))).turns;
      // @ts-expect-error: bytes, not text
      parseLog('text');`;
    writeFileSync(join(project, 'use.ts'), `${all.join('\n')}\n${use}`);
    const strict = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--target',
      'es2023',
    ];
    const words = [...strict, '--lib', 'es2023', '--types', 'node', '--module', 'nodenext', 'use.ts'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, ...words], { cwd: project, encoding: 'utf8' }).stdout).toBe('');
  });

  test('the program of the README prints the turns of session.jsonl', () => {
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    const folder = join(home, 'projects', '-home-dev-work-harbor');
    const file = readdirSync(folder).find((name) => name.startsWith('97045387') && name.endsWith('.jsonl'));
    cpSync(join(folder, file as string), join(project, 'session.jsonl'));
    writeFileSync(join(project, 'readme.mjs'), code);
    expect(node('readme.mjs')).toMatch(/^1 answered \d+\n(?:\d answered \d+\n){3}5 answered \d+\n$/);
  });

  test('examples/parse.mjs prints the turns of a session', () => {
    const folder = join(home, 'projects', '-home-dev-work-harbor');
    const file = readdirSync(folder).find((name) => name.startsWith('97045387') && name.endsWith('.jsonl'));
    const printed = node('examples/parse.mjs', join(folder, file as string));
    expect(printed).toContain('5 turns on the active branch\n');
    expect(printed).toMatch(/^5\. answered, 872 tokens: Make the whole test suite pass on Node 22/m);
  });

  test('examples/find-orphans.mjs finds the call without a result', () => {
    expect(node('examples/find-orphans.mjs', home)).toMatch(
      /^9438147e-\S+ line 21: Glob has no result\n31 sessions looked at\n$/,
    );
  });

  test('examples/predict-resume.mjs says what clew context says', async () => {
    const { out } = await runClew(['context', '97045387', '--home', home, '--json']);
    const { loads, of, tokens } = JSON.parse(out);
    const printed = node('examples/predict-resume.mjs', '97045387', home);
    expect(printed).toContain(`2.1.326 loads ${loads} of ${of} messages, ${tokens.total} tokens\n`);
    expect(printed).toContain('\n2.0.64: 47 messages\n');
  });

  test('examples/cut-session.mjs cuts a session and takes the clone back', () => {
    const before = readdirSync(home, { recursive: true }).length;
    const printed = node('examples/cut-session.mjs', '2a04da6f', home);
    const [, was, is] = /would take (\d+) tokens down to (\d+)/.exec(printed) ?? [];
    expect(Number(is)).toBeLessThan(Number(was));
    expect(printed).toMatch(/\nclaude --resume \S{36}\nundone: \d+ files moved/);
    expect(readdirSync(home, { recursive: true }).length).toBe(before);
  });

  test('examples/count-money.mjs counts what clew stats counts', async () => {
    const { out } = await runClew(['stats', '--by', 'model', '--home', home, '--no-catalog', '--json']);
    const rows: { key: string; requests: number; costUSD: number }[] = JSON.parse(out).rows;
    const printed = node('examples/count-money.mjs', home);
    expect(rows.length).toBeGreaterThan(5);
    for (const { key, requests, costUSD } of rows)
      expect(printed).toMatch(new RegExp(`^${key}: ${requests} requests, .* \\$${costUSD.toFixed(2)}$`, 'm'));
  });

  test('examples/search.mjs finds what clew search finds', async () => {
    const { out } = await runClew(['search', 'flaky', '--home', home, '--no-catalog', '--json']);
    const printed = node('examples/search.mjs', 'flaky', home);
    expect(JSON.parse(out).total).toBeGreaterThan(2);
    expect(printed).toContain(`\n${JSON.parse(out).total} places in all\n`);
    expect(printed).toMatch(/:46 title: Fix the flaky login test$/m);
  });

  test('examples/export.mjs writes a page, a text and a drawing', () => {
    node('examples/export.mjs', '97045387', home);
    const [page, text, drawing] = ['html', 'md', 'svg'].map((ending) =>
      readFileSync(join(project, `session.${ending}`), 'utf8'),
    );
    expect(page).toMatch(/^<!doctype html>/i);
    expect(text).toContain('Make the whole test suite pass on Node 22');
    expect(drawing).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
  });

  test('examples/serve.mjs asks its own server', () => {
    expect(node('examples/serve.mjs', home)).toMatch(/^5 turns: Find out how notifications work\n/);
  });

  test('npm packs what the exports and the README name, and no tests', () => {
    const [pack] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
        cwd: dirname(built),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const files: string[] = pack.files.map(({ path }: { path: string }) => path);
    for (const target of Object.values(manifest.exports))
      for (const file of typeof target === 'string' ? [target] : [target.types, target.default])
        expect(files).toContain(file.slice(2));
    expect(files).toEqual(
      expect.arrayContaining(['dist/cli/main.js', 'docs/library.md', 'examples/parse.mjs']),
    );
    expect(files.filter((file) => /\.test\.|\.fixture\.|\.map$|^src\/|^test\/|^bench\//.test(file))).toEqual(
      [],
    );
  });
});

test('what the guide shows of code is code of the examples, word for word', () => {
  const examples = readdirSync(join(root, 'examples')).map((name) =>
    readFileSync(join(root, 'examples', name), 'utf8'),
  );
  const guide = readFileSync(join(root, 'docs/library.md'), 'utf8');
  const blocks = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const inBrowser = blocks.filter((code) => code.includes('fileInput'));
  expect([blocks.length, inBrowser.length]).toEqual([9, 1]);
  for (const code of blocks)
    if (!inBrowser.includes(code))
      expect(
        examples.some((text) => text.includes(code)),
        code,
      ).toBe(true);
});
