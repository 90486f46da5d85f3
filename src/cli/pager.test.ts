import { describe, expect, test } from 'vitest';
import type { CliContext } from './context.ts';
import { openOutput, type Pager, pagerCommand } from './pager.ts';

function setUp(pager: Partial<Pager> = {}, terminal = true) {
  const printed: string[] = [];
  const paged: string[] = [];
  const started: string[] = [];
  const context: CliContext = {
    env: { PAGER: 'mypager -x' },
    homeDirectory: '/',
    cwd: '/',
    now: () => new Date(0),
    terminal,
    columns: 80,
    rows: 24,
    color: false,
    progress: false,
    print: async (text) => void printed.push(String(text)),
    printError: () => {},
  };
  const start = (command: string): Pager => {
    started.push(command);
    return {
      write: async (text) => {
        paged.push(text);
        return true;
      },
      end: async () => true,
      ...pager,
    };
  };
  return { context, start, printed, paged, started };
}

describe('openOutput', () => {
  test('a pager that reads slowly leaves no listener behind for each piece that had to wait', async () => {
    const { context } = setUp();
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    const env = { PATH: process.env.PATH, PAGER: `awk '{ system("sleep 0.02") }'` };
    const output = openOutput({ ...context, env }, { wanted: true, rows: 2 });
    for (let i = 0; i < 30; i++) await output.write(`${'x'.repeat(200_000)}\n\n`);
    await output.end();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('what fits on the screen is printed, without a pager', async () => {
    const { context, start, printed, started } = setUp();
    const output = openOutput(context, { wanted: true, rows: 4, start });
    await output.write('1\n2\n');
    await output.write('3\n');
    await output.end();
    expect([printed, started]).toEqual([['1\n2\n3\n'], []]);
  });

  test('what is longer goes to the pager from its first line, as it comes', async () => {
    const { context, start, printed, paged, started } = setUp();
    const output = openOutput(context, { wanted: true, rows: 3, start });
    await output.write('1\n2\n');
    expect(started).toEqual([]);
    await output.write('3\n');
    await output.write('4\n');
    await output.end();
    expect([printed, paged, started]).toEqual([[], ['1\n2\n3\n', '4\n'], ['mypager -x']]);
  });

  test('once the pager is left, nothing more is asked for', async () => {
    const { context, start, printed } = setUp({ write: async () => false });
    const output = openOutput(context, { wanted: true, rows: 1, start });
    await output.write('1\n');
    expect(output.closed()).toBe(true);
    await output.write('2\n');
    await output.end();
    expect(printed).toEqual([]);
  });

  test('a pager that is not installed loses nothing', async () => {
    const { context, start, printed } = setUp({ write: async () => false, end: async () => false });
    const output = openOutput(context, { wanted: true, rows: 1, start });
    await output.write('1\n');
    await output.write('2\n');
    await output.end();
    expect(printed.join('')).toBe('1\n2\n');
    expect(output.closed()).toBe(false);
  });

  test.each([
    ['a pipe', { wanted: true }, false],
    ['--no-pager', { wanted: false }, true],
  ])('%s sees no pager', async (_, { wanted }, terminal) => {
    const { context, start, printed, started } = setUp({}, terminal);
    const output = openOutput(context, { wanted, rows: 1, start });
    await output.write('1\n2\n3\n');
    await output.end();
    expect([printed, started]).toEqual([['1\n2\n3\n'], []]);
  });
});

test('the pager is $PAGER, else less; an empty one, cat, or a dumb terminal mean none', () => {
  expect(pagerCommand({})).toBe('less -R -F -X');
  expect(pagerCommand({ PAGER: 'most' })).toBe('most');
  expect([{ PAGER: '' }, { PAGER: ' cat ' }, { TERM: 'dumb' }].map(pagerCommand)).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
