// `clew clone` on a terminal, where it asks what the copy shall be.
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { makeCloneHome } from './clone-home.fixture.ts';

const { home, source, session, run } = makeCloneHome();

/** Presses each key when its words have appeared on the screen. */
function typing(...steps: readonly (readonly [words: string, keys: string])[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const left = [...steps];
  let seen = '';
  let all = '';
  output.on('data', (chunk) => {
    seen += chunk;
    all += chunk;
    const next = left[0];
    if (!next || !seen.includes(next[0])) return;
    left.shift();
    seen = '';
    setTimeout(() => input.write(next[1]), 5);
  });
  return { keyboard: { input, output }, screen: () => all };
}

const DOWN = '\u001b[B';
const files = () => readdirSync(dirname(source)).sort();

test('on a terminal, without a cut, a person is asked: what fills the window, the cuts, the plan, and yes', async () => {
  const { keyboard, screen } = typing(
    ['What shall the copy be?', DOWN],
    ['deep', '\r'],
    ['Make this copy?', '\r'],
  );
  const before = files();
  const { code, out } = await run(['clone', session.sessionId, '--home', home], { keyboard });
  expect(code).toBe(0);
  expect(screen()).toMatch(/A resume loads .*tokens[\s\S]*tool results[\s\S]*The plan[\s\S]*Would clone/);
  expect(out).toMatch(/^Cloned .*\n {2}cut +\d+ tool calls/);
  expect(files().length).toBeGreaterThan(before.length);
});

test('single cuts and a size can be chosen, and what cannot be done is said and asked again', async () => {
  const { keyboard, screen } = typing(
    ['What shall the copy be?', DOWN.repeat(4)],
    ['Fit a number', '\r'],
    ['How many tokens', '10\r'],
    ['cannot be made to fit', ''],
    ['What shall the copy be?', DOWN.repeat(5)],
    ['Single cuts', '\r'],
    ['What goes?', ' '],
    ['Tool calls', '\r'],
    ['The tool calls of which turns?', '\r'],
    ['Make this copy?', '\r'],
  );
  const { code, out } = await run(['clone', session.sessionId, '--home', home], { keyboard });
  expect(screen()).toContain('cannot be made to fit 10 tokens');
  expect(code).toBe(0);
  expect(out).toMatch(/cut +\d+ tool calls/);
});

test.each([
  ['at the first question', [['What shall the copy be?', '\u0003']]],
  [
    'at the last',
    [
      ['What shall the copy be?', '\r'],
      ['Make this copy?', '\u0003'],
    ],
  ],
  [
    'by the answer no',
    [
      ['What shall the copy be?', '\r'],
      ['Make this copy?', `${DOWN}${DOWN}`],
      ['leave everything', '\r'],
    ],
  ],
] as const)('leaving %s writes nothing', async (_, steps) => {
  const { keyboard, screen } = typing(...(steps as readonly (readonly [string, string])[]));
  const before = files();
  const { code, out } = await run(['clone', session.sessionId, '--home', home], { keyboard });
  expect([code, out]).toEqual([2, '']);
  expect(screen()).toContain('Nothing was written.');
  expect(files()).toEqual(before);
});

test('nothing is asked with a cut, --yes, --json or --dry-run', async () => {
  for (const words of [['--thinking', 'remove'], ['--yes'], ['-y'], ['--json'], ['--dry-run'], ['--quiet']]) {
    const { keyboard, screen } = typing();
    const { code } = await run(['clone', session.sessionId, ...words, '--home', home], { keyboard });
    expect([code, screen()], words.join(' ')).toEqual([0, '']);
  }
});
