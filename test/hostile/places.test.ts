// Places where nothing can be written, and names in a log that no file can have: a sentence each, never a stack.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openContext } from '../../src/server/open-context.ts';
import { runClew } from '../cli/run-clew.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const { root, home, plant, run } = hostileHome();

function written(path: string, n: number): object[] {
  const id = `toolu_${n}`;
  const input = { file_path: path, content: `text ${n}` };
  const result = { type: 'tool_result', tool_use_id: id, content: 'ok' };
  return [
    answer(`msg_${n}`, [{ type: 'tool_use', id, name: 'Write', input }], { stop_reason: 'tool_use' }),
    {
      type: 'user',
      message: { role: 'user', content: [result] },
      toolUseResult: { type: 'create', filePath: path, content: input.content, structuredPatch: [] },
    },
  ];
}

const PATHS = [
  '/work/a',
  '/work/a/below-a-file',
  '/work/nul\u0000.txt',
  `/work/${'n'.repeat(300)}`,
  `/work/${'d/'.repeat(3000)}deep`,
  '/work/../outside.txt',
  '/elsewhere/absolute.txt',
  '/work/.',
  '/work/lib/ok.txt',
];
plant('-work', `${ID}.jsonl`, chain(ID, [prompt('write'), ...PATHS.flatMap(written)]));

test('files whose names no file can have are passed over, the others are written below the folder that was named', async () => {
  const to = join(root, 'then');
  const { code, out, err } = await run('files', ID, '--at', '1', '--to', to);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Wrote 2 of 9 files');
  expect(out.match(/not written/g)).toHaveLength(7);
  expect(readdirSync(to).filter((name) => name !== 'd')).toEqual(['a', 'lib']);
  expect(readFileSync(join(to, 'lib', 'ok.txt'), 'utf8')).toBe('text 8');
  expect(readdirSync(root)).not.toContain('outside.txt');
});

test('a place below a file is refused by every command that writes there', async () => {
  const file = join(root, 'a-file');
  writeFileSync(file, '');
  const inside = join(file, 'data');
  const commands: readonly (readonly string[])[] = [
    ['notes', ID, '--add', 'seen'],
    ['clone', ID, '--yes'],
    ['archive', ID],
    ['rm', ID, '--force'],
    ['mv', ID, '--to', '/work/elsewhere', '--force'],
    ['sync'],
  ];
  for (const words of commands) {
    const { code, err } = await runClew([...words, '--home', home], { env: { CLEW_DATA_DIR: inside } });
    expect([words[0], code, err]).toEqual([words[0], 2, expect.stringMatching(/^clew: The .+\n {6}\S/)]);
    expect(err).not.toContain('a bug in clew');
  }
  for (const words of [
    ['export', ID, '-o', join(file, 'page.html')],
    ['export', '--project', 'work', '-o', file],
    ['pack', ID, '-o', join(file, 'session.clewpack')],
    ['graph', ID, '-o', join(file, 'session.svg')],
    ['demo', inside],
  ]) {
    const { code, err } = await run(...words);
    expect([words[0], code, err.includes('a bug in clew')]).toEqual([words[0], 2, false]);
  }
  expect(readdirSync(join(home, 'projects', '-work'))).toEqual([`${ID}.jsonl`]);
});

test('the server says why there is no catalog, and lists the sessions from their files', async () => {
  const said: string[] = [];
  const dataDir = join(root, 'a-file', 'data');
  const opened = await openContext({ homes: [home], dataDir, report: (text) => said.push(text) });
  const { sessions } = await opened.context.store.list();
  await opened.close();
  expect(sessions.map(({ session }) => session.sessionId)).toEqual([ID]);
  expect(said).toEqual([
    `The catalog “${dataDir}/catalog.db” cannot be made: a part of its path is a file. There is no search and no statistics; the files themselves are read.\n`,
  ]);
});

test('a folder that is in the way of a lock or a receipt is refused too', async () => {
  const data = join(root, 'crossed');
  mkdirSync(data);
  for (const name of ['annotations', 'lineage', 'receipts', 'archive']) writeFileSync(join(data, name), '');
  for (const words of [
    ['notes', ID, '--add', 'seen'],
    ['clone', ID, '--yes'],
    ['archive', ID],
    ['rm', ID, '--force'],
  ]) {
    const { code, err } = await runClew([...words, '--home', home], { env: { CLEW_DATA_DIR: data } });
    expect([words[0], code, err.includes('a bug in clew')]).toEqual([words[0], 2, false]);
  }
  expect(readdirSync(join(home, 'projects', '-work'))).toEqual([`${ID}.jsonl`]);
});

test.runIf(process.platform === 'linux')(
  'a place where the system makes no folders is refused, not asked for again and again',
  async () => {
    const commands = [
      ['demo', '/proc/clew'],
      ['export', ID, '-o', '/proc/clew/page.html'],
    ];
    for (const words of commands) {
      const { code, err } = await run(...words);
      expect([words[0], code, err]).toEqual([
        words[0],
        2,
        expect.stringMatching(/cannot be made: its place takes no folders/),
      ]);
    }
    const env = { CLEW_DATA_DIR: '/proc/clew' };
    const synced = await runClew(['sync', '--home', home], { env });
    expect([synced.code, synced.err]).toEqual([2, expect.stringContaining('its folder cannot be made')]);
    const listed = await runClew(['ls', '--home', home], { env });
    expect([listed.code, listed.out]).toEqual([0, expect.stringContaining(ID)]);
  },
);
