// Marks found in thinned texts are those that SQLite finds in the whole ones.
import { readFileSync, statSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { corpusFiles, hasCorpus } from '../../../test/corpus/corpus.ts';
import { Random } from '../../forge/random.ts';
import { parseLog } from '../../log/read-log.ts';
import { extractTexts } from '../extract-texts.ts';
import { Highlighter } from './highlighter.ts';
import { parseQuery } from './parse-query.ts';

const highlighter = new Highlighter();
afterAll(() => highlighter.close());

function marked(text: string, query: string): string[] {
  const spans = highlighter.find([text], parseQuery(query))[0] ?? [];
  return spans.map(([start, end]) => text.slice(start, end));
}

test.each([
  ['The lamps of Lamp Lane', 'lamp', ['lamps', 'Lamp']],
  ['out of memory, out of-memory; out in memory', '"out of memory"', ['out of memory', 'out of-memory']],
  ['red green, red', 'red green', ['red', 'green', 'red']],
  ['A naïve Ångström über uber', 'uber', ['über', 'uber']],
  ['A naïve Ångström über uber', 'über naive', ['naïve', 'über', 'uber']],
  ['conf configured reconfigured', 'conf*', ['conf', 'configured']],
  ['two days, an aye, and ays', 'ai', ['ays']],
  ['don’t don\u0027t', "don't", ['don’t', "don't"]],
  ['灯台 lamp 灯', '灯', ['灯']],
  ['snake_case, snake', 'snake_case', ['snake_case']],
  ['\u0000lamp\ue0f0 \ue0f2 lamp', 'lamp', ['lamp', 'lamp']],
  ['nothing of it', 'lamp', []],
])('%s for %s', (text, query, expected) => {
  expect(marked(text, query)).toEqual(expected);
});

// A letter beyond ASCII in what is wanted makes it look at the whole text.
function findInWhole(texts: readonly string[], anyOf: string): ReturnType<Highlighter['find']> {
  return highlighter.find(texts, { wanted: ['é'], anyOf });
}

test.skipIf(!hasCorpus)('thinned texts have the marks of whole ones, for words of real sessions', () => {
  const random = new Random('thin');
  const files = random.shuffle(corpusFiles()).filter((file) => statSync(file).size < 300_000);
  const texts = files
    .slice(0, 6)
    .flatMap((file) => [...parseLog(readFileSync(file))].flatMap(extractTexts))
    .map(({ text }) => text.slice(0, 20_000));
  const some = random.shuffle(texts).slice(0, 80);
  let marks = 0;
  for (let n = 0; n < 40; n++) {
    const words = random.pick(some).match(/[\p{L}\p{N}]+/gu) ?? ['lamp'];
    const at = Math.floor(random.fraction() * words.length);
    const phrase = words.slice(at, at + 1 + (n % 3)).join(' ');
    const query = parseQuery(n % 5 === 4 ? `${(words[at] as string).slice(0, 3)}*` : `"${phrase}"`);
    const found = highlighter.find(some, query);
    expect(found, query.match).toEqual(findInWhole(some, query.anyOf));
    marks += found.flat().length;
  }
  expect(marks).toBeGreaterThan(200);
});
