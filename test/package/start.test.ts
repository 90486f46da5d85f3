// `npm start` opens what it was asked to open, and made-up sessions only where there is nothing else.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from './public-surface.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The homes that are served, on a machine without sessions. */
async function homesServed(...words: string[]): Promise<string[]> {
  const env = {
    PATH: process.env.PATH,
    TMPDIR: folder,
    HOME: folder,
    CLEW_DATA_DIR: join(folder, 'data'),
    CI: '1',
  };
  const child = spawn(process.execPath, ['scripts/start.mjs', '--port', '0', '--json', ...words], {
    cwd: root,
    env,
  });
  const ended = new Promise((end) => child.on('exit', end));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (/^\{.*\}$/m.test(printed)) break;
  }
  child.kill('SIGTERM');
  await ended;
  return JSON.parse(/^\{.*\}$/m.exec(printed)?.[0] ?? '{}').homes;
}

describe.skipIf(!existsSync(join(root, 'dist/cli/main.js')))('npm start where nobody has sessions', () => {
  test('shows made-up ones', async () => {
    expect(await homesServed()).toEqual([expect.stringMatching(/clew-demo-/)]);
  });

  test('shows the home that is named, and no made-up ones beside it', async () => {
    const home = join(folder, 'other');
    mkdirSync(join(home, 'projects'), { recursive: true });
    expect(await homesServed('--home', home)).toEqual([home]);
  });
});
