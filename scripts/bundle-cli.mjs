// Joins the command line's modules into few scripts, because Node spends more time on finding and opening a hundred small modules than on running them.
//
// They are CommonJS, which starts sooner and whose compiled code can be kept (src/cli/kept-code.ts). The library stays as tsc
// wrote it, a file for a file: whoever imports it bundles it anyway, or wants to read it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages that are loaded from node_modules where they are needed: large ones that few commands need, and those with binaries. */
const LEFT_OUT = /^(?:@anthropic-ai\/sdk|highlight\.js|libsql|open|sharp)(?:\/|$)/;

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
  // Threads, child processes and the entry share nothing with whoever starts them: each is a bundle of its own.
  const alone = new Set();
  const write = (input, groups = []) => writeBundle(dist, made, input, groups, alone);
  await write({ main: join(dist, 'cli/start.js') });
  const shared = {
    'command-line': join(dist, 'cli/main.js'),
    'command-list': join(dist, 'cli/command-list.js'),
  };
  await write(shared, [{ name: 'everyday', test: (id) => everyday.has(id) }]);
  for (const script of alone) await write({ [basename(script, '.js')]: script });
  writeFileSync(join(made, 'import-late.js'), 'module.exports = (id) => import(id);\n');
  writeFileSync(join(made, 'build'), nameOfBuild(made));
  writeFileSync(join(made, 'package.json'), '{ "type": "commonjs" }\n');
  rmSync(join(dist, 'cli'), { recursive: true });
  renameSync(made, join(dist, 'cli'));
}

async function writeBundle(dist, folder, input, groups, alone) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => isBuiltin(id) || LEFT_OUT.test(id),
    plugins: [keepPlaces(dist, alone), lightenWidths(dist), lightenCommander, exportValues, importLate],
    // A module that one part loads late and another at once is nothing to mend.
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: folder,
    format: 'cjs',
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups },
  });
}

// `new URL('../web', import.meta.url)` must mean the same folder from where the module is put, and of a script it names a
// thread or process that must be put beside.
function keepPlaces(dist, alone) {
  return {
    name: 'keep-places',
    transform(code, id) {
      return code.replace(/new URL\('(\.{0,2}[^':]+)', import\.meta\.url\)/g, (_, path) => {
        const target = resolve(dirname(id), path);
        if (!target.endsWith('.js')) return urlOf(relative(join(dist, 'cli'), target).replaceAll('\\', '/'));
        alone.add(target);
        return urlOf(`./${basename(target)}`);
      });
    },
  };
}

function urlOf(path) {
  return `new URL('${path}', import.meta.url)`;
}

// As soon as they are loaded, string-width makes an expression of all emoji, which takes a tenth of a second, and wrap-ansi and it
// make what takes texts apart, a hundredth. Ours make them when they are needed. [what is there, what stands instead]
const WIDTHS = {
  'string-width': [
    [/^const rgiEmojiRegex = .*$/m, ''],
    ['rgiEmojiRegex.test(segment)', 'isEmoji(segment)'],
    ['/^[\\u0020-\\u007E]*$/.test(string)', 'isNarrow(string)'],
    [/^const segmenter = .*$/m, ''],
    ['segmenter.segment(string)', 'graphemesOf(string)'],
  ],
  'wrap-ansi': [
    [/^const segmenter = .*$/m, ''],
    ['segmenter.segment(plainText)', 'graphemesOf(plainText)'],
  ],
};
const OURS = {
  isEmoji: 'base/is-emoji.js',
  isNarrow: 'base/is-narrow.js',
  graphemesOf: 'base/graphemes.js',
};

function lightenWidths(dist) {
  const imports = Object.entries(OURS).map(
    ([name, file]) => `import { ${name} } from ${JSON.stringify(join(dist, file))};\n`,
  );
  return {
    name: 'lighten-widths',
    transform(code, id) {
      const name = Object.keys(WIDTHS).find((one) => id.endsWith(`/${one}/index.js`));
      if (!name) return null;
      return WIDTHS[name].reduce((changed, [what, by]) => {
        const next = changed.replace(what, by);
        if (next === changed) throw new Error(`${name} is made in a new way: ${what} is not in it.`);
        return next;
      }, imports.join('') + code);
    },
  };
}

// commander can run commands that are programs of their own, which ours are not: what starts processes would be loaded for nothing.
const lightenCommander = {
  name: 'lighten-commander',
  transform(code, id) {
    if (!id.endsWith('/commander/lib/command.js')) return null;
    const needs = "const childProcess = require('node:child_process');";
    if (!code.includes(needs)) throw new Error('commander starts processes in a new way.');
    return code.replace(
      needs,
      "const childProcess = { spawn: (...words) => require('node:child_process').spawn(...words) };",
    );
  },
};

// A script exports what others import of it by getters, which cost a call each time; what never changes is exported as it is.
const exportValues = {
  name: 'export-values',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = withValues(chunk.code);
  },
};

const GETTER =
  /Object\.defineProperty\(exports, "(\w+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);/g;

function withValues(code) {
  const fixed = new Set();
  for (const [, name] of code.matchAll(
    /^(?:(?:async )?function\*? |const |var (?=[\w$]+ = class\b))([\w$]+)/gm,
  ))
    fixed.add(name);
  return code.replace(GETTER, (getter, name, local) =>
    fixed.has(local) ? `exports.${name} = ${local};` : getter,
  );
}

// Packages are imported by a script of its own, because Node 20 warns of an import in a script whose code was kept.
const importLate = {
  name: 'import-late',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(/\bimport\((?=")/g, 'require("./import-late.js")(');
  },
};

function nameOfBuild(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
