// Search finds what a scan finds: random words and phrases of real sessions, against all texts cut into words by the same rule.
import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestHome } from '../../src/catalog/catalog.fixture.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { extractTexts } from '../../src/catalog/extract-texts.ts';
import { Random } from '../../src/forge/random.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { CORPUS, corpusFiles, hasCorpus } from './corpus.ts';

/** How much of the corpus is searched, in megabytes; `CLEW_RECALL_MB=1000` takes all of it. */
const MEGABYTES = Number(process.env.CLEW_RECALL_MB ?? 2);
const QUERIES = 200;

interface Text {
  readonly place: string;
  readonly words: readonly string[];
}

let home: TestHome;
let catalog: Catalog;
const texts: Text[] = [];

// The rule of the index: runs of letters and digits, without regard to case and accents.
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{Co}]+/gu)?.map(fold) ?? [];
}

function fold(word: string): string {
  return /^[\x20-\x7e]*$/.test(word)
    ? word.toLowerCase()
    : word
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .toLowerCase();
}

beforeAll(async () => {
  if (!hasCorpus) return;
  home = new TestHome();
  let left = MEGABYTES * 1e6;
  const chosen = new Random('recall').shuffle(corpusFiles()).filter((file) => {
    const { size } = statSync(file);
    if (size > left) return false;
    left -= size;
    return true;
  });
  for (const file of chosen) {
    const bytes = readFileSync(file);
    const copy = home.put(file.slice(CORPUS.length + '/projects/'.length), bytes);
    for (const line of parseLog(bytes)) {
      for (const [part, { text }] of extractTexts(line).entries()) {
        texts.push({ place: `${copy}:${line.place.line}:${part}`, words: wordsOf(text) });
      }
    }
  }
  catalog = new Catalog(home.catalogFile);
  await catalog.sync({ homes: [home.home], parts: ['texts'] });
});
afterAll(() => {
  catalog?.close();
  home?.remove();
});

test.skipIf(!hasCorpus)(
  `of ${QUERIES} random words and phrases every text is found that a scan finds`,
  () => {
    const random = new Random('words');
    const spoken = texts.filter(({ words }) => words.length > 3);
    const missed: string[] = [];
    let found = 0;
    for (let n = 0; n < QUERIES; n++) {
      const { words } = random.pick(spoken);
      const length = n % 2 === 0 ? 1 : 2 + (n % 3);
      const at = Math.floor(random.fraction() * Math.max(1, words.length - length));
      const phrase = words.slice(at, at + length);
      const hits = new Set(
        catalog
          .match(`"${phrase.join(' ')}"`, { homes: [home.home] })
          .map(({ file, line, part }) => `${file}:${line}:${part}`),
      );
      for (const text of texts) {
        if (!holds(text.words, phrase)) continue;
        found++;
        if (!hits.has(text.place)) missed.push(`“${phrase.join(' ')}” in ${text.place}`);
      }
    }
    expect(missed).toEqual([]);
    expect(found).toBeGreaterThan(QUERIES);
  },
);

test.skipIf(!hasCorpus)('every hit can be shown: its snippet has a mark', () => {
  const random = new Random('marks');
  const spoken = texts.filter(({ words }) => words.length > 3);
  for (let n = 0; n < 40; n++) {
    const word = random.pick(random.pick(spoken).words);
    for (const hit of catalog.search(`"${word}"`, { homes: [home.home], most: 5 }).hits) {
      expect(hit.snippet, `“${word}” in ${hit.file}:${hit.line}`).not.toBe('');
      // A secret is shown as a marker, with no place in it to mark.
      if (!hit.snippet.includes('[redacted:'))
        expect(hit.marks.length, `“${word}” ${hit.snippet}`).toBeGreaterThan(0);
    }
  }
});

function holds(words: readonly string[], phrase: readonly string[]): boolean {
  const [first] = phrase as [string, ...string[]];
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (phrase.every((word, i) => words[at + i] === word)) return true;
  }
  return false;
}
