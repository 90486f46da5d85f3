import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

// Who may import whom: the one table that runs as a test (ARCHITECTURE.md explains it).
const MODEL = ['base', 'log', 'session', 'context'];
const PURE_LAYERS = [
  ...MODEL,
  'transform',
  'render',
  'check',
  'survey',
  'forge',
  'stats',
  'secrets',
  'files',
];
const LAYERS = [...PURE_LAYERS, 'disk', 'load', 'catalog', 'compress', 'export', 'housekeeping'];

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  log: ['base'],
  session: ['base', 'log'],
  context: ['base', 'log', 'session'],
  transform: MODEL,
  render: MODEL,
  check: MODEL,
  survey: ['base', 'log', 'session'],
  forge: ['base', 'log'],
  stats: MODEL,
  secrets: ['base', 'log'],
  files: ['base', 'log', 'session'],
  disk: ['base', 'log'],
  load: [...MODEL, 'transform', 'check', 'stats', 'disk'],
  catalog: [...MODEL, 'stats', 'secrets', 'disk', 'load'],
  compress: [...MODEL, 'transform', 'stats', 'secrets', 'disk', 'load'],
  export: [...MODEL, 'render', 'secrets', 'transform', 'disk', 'load'],
  housekeeping: [...MODEL, 'transform', 'stats', 'secrets', 'files', 'disk', 'load'],
  server: LAYERS,
  web: [...MODEL, 'render', 'stats', 'files'],
  cli: [...LAYERS, 'server'],
};

// The web app knows the server by its types alone: what travels between them is JSON.
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = { web: ['server'] };

// These run in a browser too.
const PURE = new Set([...PURE_LAYERS, 'web']);

const source = join(import.meta.dirname, '..', 'src');

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function listImports(): Import[] {
  const imports: Import[] = [];
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.(?:test|fixture)\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(source, name), 'utf8');
    const types = new Set(
      [...text.matchAll(/^(?:import|export) type [^;]*?from '([^']+)'/gm)].map(([, to]) => to as string),
    );
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      const to = specifier as string;
      const typeOnly = types.has(to);
      const target = to.startsWith('.') ? relative(source, join(source, dirname(name), to)) : to;
      imports.push({
        file: name,
        from: folderOf(name),
        to: to.startsWith('.') ? target : `npm:${to}`,
        typeOnly,
      });
    }
  }
  return imports;
}

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] as string) : '(root)';
}

const imports = listImports();

test('every folder of src is in the table', () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).filter((name) => !(name in MAY_IMPORT))).toEqual([]);
  expect(imports.length).toBeGreaterThan(100);
});

test('a folder imports only what the table allows, statically and dynamically', () => {
  const broken = imports.filter(({ from, to, typeOnly }) => {
    if (to.startsWith('npm:') || from === '(root)') return false;
    const target = folderOf(to);
    if (typeOnly && MAY_IMPORT_TYPES[from]?.includes(target)) return false;
    return target !== from && !(MAY_IMPORT[from] ?? []).includes(target);
  });
  expect(broken).toEqual([]);
});

test('the pure folders never import node modules', () => {
  expect(imports.filter(({ from, to }) => PURE.has(from) && to.startsWith('npm:node:'))).toEqual([]);
});

test('ARCHITECTURE.md names every folder, and none that is not there', () => {
  const page = readFileSync(join(source, '..', 'ARCHITECTURE.md'), 'utf8');
  const folders = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  // The first cells of the tables' rows: `web`, or `web/{a,b}` for two.
  const cells = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const named = cells.flatMap((cell) =>
    [...cell.matchAll(/`([^`{]+)(?:\{([^}]+)\})?`/g)].flatMap(([, name = '', ends]) =>
      (ends ?? '').split(',').map((end) => name + end),
    ),
  );
  expect(named.toSorted()).toEqual(folders.toSorted());
});

test('every file opens with a sentence that says what it is for', () => {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const code = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  const silent = code.filter((name) => {
    const text = readFileSync(join(source, name), 'utf8').replace(/^#!.*\n/, '');
    return !/^\/\/ [A-Z`<].{15,}/.test(text);
  });
  expect(silent).toEqual([]);
});

test('nothing imports a folder through its index from inside', () => {
  expect(imports.filter(({ from, to }) => from !== '(root)' && /(?:^|\/)index\.ts$/.test(to))).toEqual([]);
});
