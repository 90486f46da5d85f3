// The pages lead where they say, and their pictures are there and small.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const pages = [root, join(root, 'docs'), join(root, 'test/client')]
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.md'));

test('every link to a file leads to one, and every link to a heading to a heading', () => {
  let links = 0;
  for (const page of pages) {
    const text = readFileSync(page, 'utf8').replaceAll(/```[\s\S]*?```/g, '');
    const named = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)];
    for (const [, target = ''] of named) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      const [path = '', heading] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      expect([page, target, existsSync(file)]).toEqual([page, target, true]);
      if (heading !== undefined) expect(headingsOf(file)).toContain(heading);
      links++;
    }
  }
  expect(links).toBeGreaterThan(20);
});

test('every file of the project that a page names is there', () => {
  let files = 0;
  for (const page of pages) {
    const text = readFileSync(page, 'utf8').replaceAll(/```[\s\S]*?```/g, '');
    for (const [, path = ''] of text.matchAll(/`([\w-]+(?:\/[\w.-]+)+\.(?:ts|mjs|md))`/g)) {
      // The pages leave src/ out.
      const found = existsSync(join(root, path)) || existsSync(join(root, 'src', path));
      expect([page, path, found]).toEqual([page, path, true]);
      files++;
    }
  }
  expect(files).toBeGreaterThan(20);
});

function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}

test('the README opens with a picture of the app and one of the terminal, for light and dark, small enough to load', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const pictures = readdirSync(join(root, 'docs/pictures'));
  expect(pictures.toSorted()).toEqual([
    'app-dark.png',
    'app-light.png',
    'terminal-dark.png',
    'terminal-light.png',
  ]);
  for (const name of pictures) expect(readme).toContain(`docs/pictures/${name}`);
  const bytes = pictures.map((name) => statSync(join(root, 'docs/pictures', name)).size);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(600_000);
});
