// The pure part in a browser: bundled from its sources it imports nothing, weighs what is used of it, and runs without Node.
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { buildThread, describeContext, parseLog } from '../../src/index.ts';
import { root } from './public-surface.ts';

const LIBRARY = join(root, 'src/index.ts');

/** One script for a browser, and what it still imports. */
async function bundle(code: string): Promise<{ code: string; imports: readonly string[] }> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: { write: false, lib: { entry: 'entry', formats: ['es'] }, minify: true, target: 'es2022' },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) =>
          id.endsWith('entry') ? 'entry' : id.startsWith('node:') ? { id, external: true } : null,
        load: (id) => (id === 'entry' ? code : null),
      },
    ],
  });
  const [chunk] = ([made].flat() as Rolldown.RolldownOutput[])[0]?.output ?? [];
  return { code: chunk?.code ?? '', imports: [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])] };
}

test('all of it bundles without any import', async () => {
  const { code, imports } = await bundle(`export * from '${LIBRARY}';`);
  expect(imports).toEqual([]);
  expect(/["']node:|\brequire\(|\bprocess\.(?:env|cwd)|\bBuffer\b/.exec(code)?.[0]).toBe(undefined);
  expect(code.length).toBeGreaterThan(50_000);
  expect(code.length).toBeLessThan(250_000);
});

test('who uses little of it pays little, and who uses nothing pays nothing', async () => {
  expect((await bundle(`import '${LIBRARY}';`)).code.trim()).toBe('');
  const { code } = await bundle(`export { parseLog } from '${LIBRARY}';`);
  expect(code.length).toBeLessThan(6_000);
});

test('it reads a session and predicts its resume where there is no Node', async () => {
  const { code } = await bundle(
    `import { buildThread, describeContext, parseLog } from '${LIBRARY}';
     globalThis.load = (bytes) => { const { prediction, now } = describeContext(buildThread(parseLog(bytes))); return [prediction.loads, now.total]; };`,
  );
  const bytes = fileBytes(
    forgeSession({ seed: 'browser', shape: ['parallel-tools', 'compaction'] }).files[0] as never,
  );
  const { prediction, now } = describeContext(buildThread(parseLog(bytes)));
  // What a page has of the outside world, and nothing else.
  const page = createContext({ TextDecoder, TextEncoder, Uint8Array, bytes });
  runInContext(code, page);
  expect(prediction.loads).toBeGreaterThan(0);
  expect(runInContext('[...load(bytes)].join()', page)).toBe([prediction.loads, now.total].join());
});
