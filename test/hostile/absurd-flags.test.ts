// Values that no person means, for every flag of every command that takes one: refused in a sentence or taken, never a bug.
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const { root, plant, run } = hostileHome();
const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
plant('-work', `${ID}.jsonl`, chain(ID, [prompt('hello'), answer('a', [{ type: 'text', text: 'hi' }])]));

const VALUES = [
  ...['999999999', '99999999999999999999', '-1', '1e308', 'NaN', '', '\u0000', '\u001b[31m', '@', '..', '%'],
  ...[
    '999999999d',
    '9999-12-31',
    '0000-01-01',
    '+275760-09-13',
    '0..999999999',
    '999999999%',
    '1..',
    '__proto__',
  ],
  'x'.repeat(5000),
];
/** They stay until they are stopped. */
const LASTING = ['serve', 'tail'];

const named = COMMANDS.filter(({ name }) => !LASTING.includes(name)).map(({ name, load }) => ({
  name,
  load,
}));

test.each(named)('$name', async ({ load }) => {
  const spec = await load();
  const selector = spec.args === undefined ? [] : [spec.name === 'demo' ? root : ID];
  const dry = spec.flags?.some(({ flags }) => flags.includes('--dry-run')) ? ['--dry-run'] : [];
  for (const { flags } of spec.flags ?? []) {
    const flag = /(--[\w-]+) </.exec(flags)?.[1];
    // A file to write would be written: places have tests of their own.
    if (flag === undefined || /<(?:file|path|dir)>/.test(flags)) continue;
    for (const value of VALUES) {
      const { code, out, err } = await run(spec.name, ...selector, ...dry, `${flag}=${value}`);
      expect({ flag, value, code, err }).toMatchObject({ flag, value, code: expect.toSatisfy((c) => c < 3) });
      expect(err).not.toContain('a bug in clew');
      expect(`${out}${err}`).not.toMatch(/\u001b\[31m|out of range/);
    }
  }
});

test('a request is given a time that a timer can keep', async () => {
  const words = ['compress', ID, '--provider', 'claude', '--dry-run', '--timeout'];
  expect((await run(...words, '86400')).err).not.toContain('is not given');
  expect(await run(...words, '5000000')).toMatchObject({
    code: 2,
    err: expect.stringContaining('A request is not given 5,000,000 seconds.'),
  });
});
