// Links in the places where a session keeps its own folders: what lies behind them is not the session's, so no command takes it along.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureHome, measureOwn } from '../../src/housekeeping/measure-disk.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'aaaaaaaa-0000-4000-8000-000000000002';
const { root, home, plant, run } = hostileHome();

const talk = (id: string) => chain(id, [prompt('hello'), answer('msg_1', [{ type: 'text', text: 'done' }])]);

/** All files below a folder with their texts, links not followed. */
function contents(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const file = join(entry.parentPath, entry.name);
      return [file, readFileSync(file, 'utf8')];
    })
    .sort();
}

test.runIf(process.platform !== 'win32')(
  'what a link stands for is neither packed, moved, scrubbed nor removed with a session',
  async () => {
    const other = plant('-other', `${OTHER}.jsonl`, talk(OTHER));
    const outside = join(root, 'outside');
    mkdirSync(join(outside, 'tool-results'), { recursive: true });
    const key = `sk-ant-api03-${'Ab1'.repeat(31)}-AAAAAA`;
    writeFileSync(join(outside, 'tool-results', 'private.txt'), `key ${key}\n`);
    const before = contents(outside);

    plant('-work', `${ID}.jsonl`, talk(ID));
    symlinkSync(outside, join(home, 'projects', '-work', ID));
    for (const folder of ['file-history', 'tasks', 'todos', 'later-folder']) {
      mkdirSync(join(home, folder));
      symlinkSync(outside, join(home, folder, ID));
    }

    const secrets = await run('secrets', ID);
    expect([secrets.code, secrets.out]).toEqual([0, expect.stringContaining('No secrets found')]);
    const pack = join(root, 'session.clewpack');
    expect((await run('pack', ID, '-o', pack)).out).toContain(': 1 file,');
    expect((await run('archive', ID)).code).toBe(0);
    expect((await run('clone', ID, '--yes')).code).toBe(0);
    expect(JSON.parse((await run('du', ID, '--json')).out).sessions[0].files).toMatchObject([{ files: 1 }]);
    expect((await run('mv', ID, '--to', '/work/elsewhere', '--force')).code).toBe(0);
    const removed = await run('rm', ID, '--force');
    expect([removed.code, removed.out]).toEqual([0, expect.stringContaining('1 file,')]);

    expect(contents(outside)).toEqual(before);
    expect(readFileSync(other, 'utf8')).toContain('hello');
  },
);

test.runIf(process.platform !== 'win32')(
  'a home or data folder that is a link is measured like any other',
  async () => {
    const link = join(root, 'linked');
    symlinkSync(home, link);
    const { uses } = await measureHome(home);
    expect(uses.map(({ kind }) => kind)).toContain('sessions');
    expect(await measureHome(link)).toEqual({ uses, problems: [] });
    expect(await measureOwn(link)).toEqual(await measureOwn(home));
  },
);
