// Joins the command line's modules into few files, because Node spends more time on finding and opening a hundred small modules than on running them.
//
// The library stays as tsc wrote it, a file for a file: whoever imports it bundles it anyway, or wants to read it.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Small packages that most commands need, with what those need. Others are loaded from node_modules where they are needed. */
const BUNDLED = new Set([
  'ansi-regex',
  'ansi-styles',
  'commander',
  'get-east-asian-width',
  'marked',
  'picocolors',
  'string-width',
  'strip-ansi',
  'wrap-ansi',
]);

/** What `ls` and `stats` load with a catalog: one file, with all that these modules import. Nothing here may need a large package. */
const EVERYDAY = [
  'cli/commands/ls',
  'cli/commands/ls-columns',
  'cli/commands/ls-lists',
  'cli/commands/stats',
  'cli/commands/stats-rows',
  'cli/commands/stats-source',
  'cli/commands/stats-text',
  'cli/open-catalog',
  'disk/find-homes',
  'stats/answer-ledger',
];

/** Puts the bundle into the place of `dist/cli`. */
export async function bundleCli(dist) {
  const made = join(dist, 'cli-bundle');
  const everyday = new Set(EVERYDAY.map((name) => join(dist, `${name}.js`)));
  for (const file of everyday)
    if (!existsSync(file)) throw new Error(`${file} is named in EVERYDAY and gone.`);
  const groups = [
    // All that the entry itself needs: a version is told without loading more.
    { name: 'refusal', test: (id) => id === join(dist, 'base/refusal.js'), priority: 1 },
    { name: 'everyday', test: (id) => everyday.has(id) },
  ];
  // Threads and child processes share nothing with whoever starts them: each is a bundle of its own.
  const threads = new Set();
  await writeBundle(
    dist,
    made,
    [join(dist, 'cli/main.js'), join(dist, 'cli/command-list.js')],
    groups,
    threads,
  );
  for (const thread of threads) await writeBundle(dist, made, [thread], [], threads);
  rmSync(join(dist, 'cli'), { recursive: true });
  renameSync(made, join(dist, 'cli'));
}

async function writeBundle(dist, folder, files, groups, threads) {
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((file) => [basename(file, '.js'), file])),
    platform: 'node',
    external: (id) => !isAbsolute(id) && !id.startsWith('.') && !BUNDLED.has(id),
    plugins: [keepPlaces(dist, threads)],
    // A module that one part loads late and another at once is nothing to mend.
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups },
  });
}

// `new URL('../web', import.meta.url)` must mean the same folder from where the module is put, and of a script it names a
// thread or process that must be put beside.
function keepPlaces(dist, threads) {
  return {
    name: 'keep-places',
    transform(code, id) {
      return code.replace(/new URL\('(\.{0,2}[^':]+)', import\.meta\.url\)/g, (_, path) => {
        const target = resolve(dirname(id), path);
        if (!target.endsWith('.js')) return urlOf(relative(join(dist, 'cli'), target).replaceAll('\\', '/'));
        threads.add(target);
        return urlOf(`./${basename(target)}`);
      });
    },
  };
}

function urlOf(path) {
  return `new URL('${path}', import.meta.url)`;
}
