// A home that may be read but not written, and parts of it that may not even be read: each is named, and nothing is half done.
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { asNobody, hasUsers } from '../../src/disk/as-nobody.fixture.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const [OPEN, CLOSED, AWAY] = [1, 2, 3].map((n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const { root, home, plant, run } = hostileHome();

function close(): void {
  const talk = (id: string) =>
    chain(id, [prompt('hello'), answer('msg_1', [{ type: 'text', text: 'done' }])]);
  const open = plant('-work', `${OPEN}.jsonl`, talk(OPEN));
  const closed = plant('-work', `${CLOSED}.jsonl`, talk(CLOSED));
  const away = plant('-away', `${AWAY}.jsonl`, talk(AWAY));
  mkdirSync(join(root, 'data'));
  chmodSync(root, 0o755);
  chmodSync(join(root, 'data'), 0o777);
  chmodSync(open, 0o644);
  chmodSync(closed, 0o600);
  chmodSync(dirname(away), 0o700);
  chmodSync(dirname(open), 0o555);
}

test.skipIf(!hasUsers)(
  'what cannot be read is named, what cannot be written is refused',
  async (context: TestContext) => {
    close();
    await asNobody(context, async () => {
      for (const words of [
        ['ls'],
        ['ls', '--no-catalog'],
        ['stats'],
        ['search', 'hello'],
        ['check'],
        ['survey'],
        ['secrets'],
      ]) {
        const { code, err } = await run(...words);
        expect([words, code < 2]).toEqual([words, true]);
        expect([words, err]).toEqual([words, expect.stringContaining(`${CLOSED}.jsonl”`)]);
        expect([words, err]).toEqual([words, expect.stringContaining('-away” cannot be read (EACCES).')]);
      }
      for (const words of [
        ['rm', OPEN, '--force'],
        ['mv', OPEN, '--to', '/elsewhere', '--force'],
        ['archive', OPEN, '--remove', '--force'],
        ['clone', OPEN, '--yes'],
        ['show', CLOSED],
      ]) {
        const { code, err } = await run(...words);
        expect([words, code, err]).toEqual([
          words,
          2,
          expect.stringMatching(/^clew: You have no permission to (?:read|write) “.+”\.\n {6}Check who owns/),
        ]);
      }
      expect((await run('show', OPEN)).code).toBe(0);
    });
    expect(readdirSync(join(home, 'projects', '-work')).sort()).toEqual([`${OPEN}.jsonl`, `${CLOSED}.jsonl`]);
  },
);
