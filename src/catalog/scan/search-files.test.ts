// A search over the files finds exactly what a look at every text of every line finds, whatever the bytes look like.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escapePattern } from '../../base/escape-pattern.ts';
import { growthOf, NOT_QUADRATIC } from '../../base/growth.fixture.ts';
import { parseLog } from '../../log/read-log.ts';
import { answer, prompt, TestHome } from '../catalog.fixture.ts';
import { Catalog } from '../catalog.ts';
import { extractTexts } from '../extract-texts.ts';
import { findLines } from './find-lines.ts';
import { compilePattern } from './pattern.ts';
import { FileScanner } from './scan-file.ts';

let home: TestHome;
let catalog: Catalog;

beforeAll(async () => {
  home = new TestHome();
  home.forge(3, 8);
  home.put('-home-dev-api/11111111-aaaa.jsonl', [
    prompt('Path C:\\lamp\\oil and "quoted" and a\ttab'),
    answer('naïve lämp 灯台 \u001b[31mred'),
    prompt('last line without a newline', 2),
  ]);
  // Letters written as escapes, as no client does.
  home.append(
    '-home-dev-api/11111111-aaaa.jsonl',
    '{"type":"user","message":{"content":"\\u0065scaped lamp"}}\n{"type":"user","message":{"content":"w\\u004Fnder \\u003c\\u001b lamp"}}',
  );
  catalog = new Catalog(':memory:');
  await catalog.sync({ homes: [home.home], parts: ['digests'] });
});
afterAll(() => {
  catalog.close();
  home.remove();
});

function scanAll(regex: RegExp): string[] {
  const found: string[] = [];
  for (const name of readdirSync(home.home, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    const file = join(home.home, name);
    for (const line of parseLog(readFileSync(file))) {
      for (const [part, { text }] of extractTexts(line).entries()) {
        if (regex.test(text)) found.push(`${file}:${line.place.line}:${part}`);
      }
    }
  }
  return found.sort();
}

async function search(kind: 'regex' | 'substring', text: string, ignoreCase = false): Promise<string[]> {
  const { hits } = await catalog.searchFiles({ kind, text, ignoreCase }, { homes: [home.home] });
  return hits.map(({ file, line, part }) => `${file}:${line}:${part}`).sort();
}

test.each([
  ['regex', 'te\\w+t', false],
  ['regex', 'the .* of', false],
  ['regex', '^[A-Z][a-z]+ ', false],
  ['regex', 'error|failed', true],
  ['regex', 'TEST', true],
  ['regex', '\\d{4}', false],
  ['substring', 'escaped', false],
  ['substring', 'wOnder', false],
  ['substring', 'WONDER', true],
  ['substring', 'C:\\lamp\\oil', false],
  ['substring', '"quoted"', false],
  ['substring', 'a\ttab', false],
  ['substring', 'lämp', false],
  ['substring', '灯台', false],
  ['substring', 'LÄMP', true],
  ['substring', 'without a newline', false],
] as const)('%s %s', async (kind, text, ignoreCase) => {
  const source = kind === 'regex' ? text : escapePattern(text);
  const expected = scanAll(new RegExp(source, ignoreCase ? 'imu' : 'mu'));
  expect(expected.length).toBeGreaterThan(0);
  expect(await search(kind, text, ignoreCase)).toEqual(expected);
});

test('a hit has its line, offset, tool and marked snippet, and filters narrow it', async () => {
  const file = '-home-dev-api/22222222-bbbb.jsonl';
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
  home.put(file, [
    prompt('Where?'),
    answer('', 1, { message: { id: 'm1', model: 'claude-x', content: [call] } }),
    prompt('', 2, {
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'wonderlamp.txt' }] },
    }),
  ]);
  await catalog.sync({ homes: [home.home], parts: ['digests'] });
  const find = (more: object) =>
    catalog.searchFiles(
      { kind: 'substring', text: 'wonderlamp', ignoreCase: false },
      { homes: [home.home], ...more },
    );
  const { hits, total } = await find({ tools: ['bash'] });
  expect(total).toBe(1);
  const lines = readFileSync(home.path(file), 'utf8').split('\n');
  expect(hits[0]).toMatchObject({
    line: 3,
    offset: `${lines[0]}\n${lines[1]}\n`.length,
    tool: 'Bash',
    kind: 'tool-result',
    turn: 1,
    snippet: 'wonderlamp.txt',
    marks: [[0, 10]],
  });
  expect((await find({ tools: ['Read'] })).total).toBe(0);
  expect((await find({ kinds: ['prompt'] })).total).toBe(0);
  expect((await find({ session: '2222' })).total).toBe(1);
  expect((await find({ session: '1111' })).total).toBe(0);
  expect((await find({ until: Date.UTC(2026, 0, 1) })).total).toBe(0);
});

test('lines are counted through all pieces of a file that is larger than the buffer', async () => {
  const large = new TestHome();
  const own = new Catalog(':memory:');
  try {
    const filler = JSON.stringify(prompt('x'.repeat(700_000)));
    const lines = Array.from({ length: 14 }, (_, n) =>
      n % 5 === 3 ? JSON.stringify(prompt(`wonderlamp ${n}`, n)) : filler,
    );
    large.put('-home-dev-api/33333333-cccc.jsonl', lines.join('\n'));
    await own.sync({ homes: [large.home], parts: ['digests'] });
    const pattern = { kind: 'substring', text: 'wonderlamp', ignoreCase: false } as const;
    const { hits } = await own.searchFiles(pattern, { homes: [large.home] });
    const offsetOf = (line: number) => lines.slice(0, line - 1).join('\n').length + 1;
    expect(hits.map(({ line, offset }) => [line, offset])).toEqual(
      [14, 9, 4].map((line) => [line, offsetOf(line)]),
    );
  } finally {
    own.close();
    large.remove();
  }
});

test('[T1] thousands of results in one file are named for their tools in one pass', () => {
  const file = home.put('-home-dev-many/33333333-cccc.jsonl', '');
  const scan = (calls: number) => {
    const lines = Array.from({ length: calls }, (_, i) => {
      const id = `toolu_${String(i).padStart(20, '0')}`;
      const use = { type: 'tool_use', id, name: i % 2 ? 'Bash' : 'Read', input: {} };
      const result = { type: 'tool_result', tool_use_id: id, content: 'a lamp '.repeat(200) };
      return [
        { type: 'assistant', message: { id: `m${i}`, content: [use] } },
        { type: 'user', message: { content: [result] } },
      ];
    }).flat();
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const pattern = compilePattern({ kind: 'substring', text: 'lamp', ignoreCase: false });
    return new FileScanner(pattern).scan({ path: file, sessionId: 's', agentId: undefined, bytes: 1 });
  };
  expect(scan(4).map(({ tool }) => tool)).toEqual(['Read', 'Bash', 'Read', 'Bash']);
  expect(growthOf(400, scan)).toBeLessThan(NOT_QUADRATIC);
  rmSync(file);
});

test('a line that consists of escapes is looked at once', () => {
  const pattern = compilePattern({ kind: 'substring', text: 'lamp', ignoreCase: false });
  const find = (escapes: number) => findLines(Buffer.from(`x\n"${'\\u0061'.repeat(escapes)}"\ny`), pattern);
  expect(find(10)).toEqual([[2, 64]]);
  expect(growthOf(20_000, find)).toBeLessThan(NOT_QUADRATIC);
});

test('a pattern that may fit nothing ends behind a character of two halves, too', async () => {
  home.put('-home-dev-emoji/44444444-dddd.jsonl', [prompt('\u{1f600} zzz quokka')]);
  await catalog.sync({ homes: [home.home], parts: ['digests'] });
  const found = await catalog.searchFiles(
    { kind: 'regex', text: '(?:zzz)?', ignoreCase: false },
    { homes: [home.home], session: '44444444' },
  );
  const [hit] = found.hits;
  expect(hit?.marks.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['zzz']);
});

test('what has no time is not said before a time either, as in the index', async () => {
  home.put('-home-dev-timeless/55555555-eeee.jsonl', [
    prompt('timeless quagga', 1, { timestamp: undefined }),
  ]);
  await catalog.sync({ homes: [home.home] });
  const options = { homes: [home.home], until: Date.UTC(2030, 0, 1) };
  const scanned = await catalog.searchFiles(
    { kind: 'substring', text: 'quagga', ignoreCase: false },
    options,
  );
  expect(scanned.total).toBe(catalog.search('quagga', options).total);
});
