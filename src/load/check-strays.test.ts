import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionListing } from '../disk/find-sessions.ts';
import { checkStrays } from './check-strays.ts';
import { SurroundingsReader } from './check-surroundings.ts';

const HOME = join('/nonexistent', 'home');
const folderOf = (project: number) => join(HOME, 'projects', `-p${project}`);

/** A reader whose projects all have an index with these ids. */
class ListedReader extends SurroundingsReader {
  readonly #ids: ReadonlySet<string>;

  constructor(ids: readonly string[]) {
    super(0);
    this.#ids = new Set(ids);
  }

  override async listed(): Promise<ReadonlySet<string>> {
    return this.#ids;
  }
}

function listingOf(files: readonly string[], projects: number, read: () => void): SessionListing {
  const sessions = files.map((file) => ({
    get file() {
      read();
      return file;
    },
  }));
  return {
    sessions,
    emptyFiles: [],
    orphans: [],
    looseAgents: [],
    problems: [],
    projects: Array.from({ length: projects }, (_, i) => ({ folder: folderOf(i) })),
  } as unknown as SessionListing;
}

test('[F1] an index that lists sessions without files is told, of its own project alone', async () => {
  const listing = listingOf([join(folderOf(0), 'a.jsonl'), join(folderOf(1), 'b.jsonl')], 2, () => {});
  const strays = await checkStrays(listing, new ListedReader(['a', 'b']), 0);
  expect(strays.map(({ file, problems }) => [file, problems[0]?.rule])).toEqual([
    [join(folderOf(0), 'sessions-index.json'), 'index-lists-missing'],
    [join(folderOf(1), 'sessions-index.json'), 'index-lists-missing'],
  ]);
  expect(strays[0]?.problems[0]?.message).toContain('lists 1 session whose');
  const whole = await checkStrays(
    listingOf([join(folderOf(0), 'a.jsonl')], 1, () => {}),
    new ListedReader(['a']),
    0,
  );
  expect(whole).toEqual([]);
});

test('a home of many projects has each of its sessions looked at once, not once for each project', async () => {
  const files = Array.from({ length: 300 }, (_, i) => join(folderOf(i), `s${i}.jsonl`));
  let reads = 0;
  const listing = listingOf(files, files.length, () => reads++);
  const strays = await checkStrays(
    listing,
    new ListedReader(files.map((file) => basename(file, '.jsonl'))),
    0,
  );
  expect(strays).toHaveLength(files.length);
  expect(reads).toBeLessThanOrEqual(2 * files.length);
});
