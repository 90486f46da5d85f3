import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

// Who may import whom: the one table that runs as a test (ARCHITECTURE.md explains it).
const LAYERS = [
  'base',
  'log',
  'session',
  'context',
  'transform',
  'render',
  'check',
  'survey',
  'forge',
  'disk',
  'load',
  'catalog',
];

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  log: ['base'],
  session: ['base', 'log'],
  context: ['base', 'log', 'session'],
  transform: ['base', 'log', 'session', 'context'],
  render: ['base', 'log', 'session', 'context'],
  check: ['base', 'log', 'session', 'context'],
  survey: ['base', 'log', 'session'],
  forge: ['base', 'log'],
  disk: ['base', 'log'],
  load: ['base', 'log', 'session', 'context', 'transform', 'check', 'disk'],
  catalog: ['base', 'log', 'session', 'disk'],
  server: LAYERS,
  web: ['base', 'log', 'session', 'context', 'render'],
  cli: [...LAYERS, 'server'],
};

// These run in a browser too.
const PURE = new Set([
  'base',
  'log',
  'session',
  'context',
  'transform',
  'render',
  'check',
  'survey',
  'forge',
  'web',
]);

const source = join(import.meta.dirname, '..', 'src');

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

function listImports(): Import[] {
  const imports: Import[] = [];
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.(?:test|fixture)\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(source, name), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      const to = specifier as string;
      const target = to.startsWith('.') ? relative(source, join(source, dirname(name), to)) : to;
      imports.push({ file: name, from: folderOf(name), to: to.startsWith('.') ? target : `npm:${to}` });
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
  const broken = imports.filter(({ from, to }) => {
    if (to.startsWith('npm:') || from === '(root)') return false;
    const target = folderOf(to);
    return target !== from && !(MAY_IMPORT[from] ?? []).includes(target);
  });
  expect(broken).toEqual([]);
});

test('the pure folders never import node modules', () => {
  expect(imports.filter(({ from, to }) => PURE.has(from) && to.startsWith('npm:node:'))).toEqual([]);
});

test('nothing imports a folder through its index from inside', () => {
  expect(imports.filter(({ from, to }) => from !== '(root)' && /(?:^|\/)index\.ts$/.test(to))).toEqual([]);
});
