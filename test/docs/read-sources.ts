// The sources and tests of the project as text, for tests that look for what they quote.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT: string = join(import.meta.dirname, '..', '..');

interface SourceText {
  /** From the root of the project. */
  readonly name: string;
  readonly text: string;
}

/** The names of all tests and of their groups, each with the file it stands in. */
export function readTestNames(): { readonly file: string; readonly name: string }[] {
  return readSources(/\.test\.tsx?$/).flatMap(({ name: file, text }) =>
    [...text.matchAll(/\b(?:test|describe)(?:\.\w+)*\(?[^'"`\n]*\(?\n?\s*(['"`])(.*?)\1/g)].map(
      ([, , name = '']) => ({ file, name }),
    ),
  );
}

/** Those whose names end so. */
export function readSources(ending: RegExp): SourceText[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') })),
  );
}
