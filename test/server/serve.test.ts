import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { largeSession } from '../../src/forge/forge-large.ts';
import type { RowsAnswer, SessionHead, TurnsAnswer } from '../../src/server/api.ts';
import { makeFolder, removeFolders } from './home.fixture.ts';

// The built program: a process for long sessions can only be started from there. `npm test` builds it first.
const DIST = process.env.CLEW_DIST ?? join(import.meta.dirname, '..', '..', 'dist');
const isBuilt = existsSync(join(DIST, 'server', 'desk', 'desk-child.js'));

const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  removeFolders();
});

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
}

function serve(home: string, ...flags: readonly string[]): Promise<Served> {
  const words = [
    join(DIST, 'cli', 'main.js'),
    'serve',
    '--home',
    home,
    '--port',
    '0',
    '--no-open',
    '--json',
    ...flags,
  ];
  const env = { ...process.env, CLEW_DATA_DIR: join(makeFolder(), 'data') };
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error('clew serve ended')));
    child.stdout?.once('data', (text: Buffer) =>
      done({ child, url: (JSON.parse(text.toString()) as { url: string }).url }),
    );
  });
}

const ask = async <T>(url: string): Promise<T> => (await fetch(url)).json() as Promise<T>;

async function until<T>(question: () => Promise<T>, answered: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await question();
    if (answered(answer) || tries > 300) return answer;
    await new Promise((done) => setTimeout(done, 50));
  }
}

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    child.once('exit', (code) => done(code));
    child.kill('SIGTERM');
  });
}

test.skipIf(!isBuilt)(
  'a very long session shows its beginning and its end at once, then all of it, from a process of its own',
  async () => {
    const home = makeFolder();
    const { path, chunks, sessionId } = largeSession({ seed: 'served', bytes: 18_000_000 });
    mkdirSync(dirname(join(home, path)), { recursive: true });
    const file = openSync(join(home, path), 'w');
    for (const chunk of chunks) writeSync(file, chunk);
    closeSync(file);
    const { child, url } = await serve(home, '--no-catalog');
    const session = `${url}api/sessions/${sessionId}`;
    const first = await ask<RowsAnswer>(`${session}/rows?count=20`);
    const last = await ask<RowsAnswer>(`${session}/rows?from=-20`);
    const head = await until(
      () => ask<SessionHead>(session),
      ({ ready }) => ready,
    );
    expect(head.rows).toBeGreaterThan(1000);
    const whole = await ask<RowsAnswer>(`${session}/rows?count=20`);
    const end = await ask<RowsAnswer>(`${session}/rows?from=-20`);
    expect(whole.provisional).toBeUndefined();
    // What was shown early is what is shown now: the same rows, by the same names.
    if (first.provisional) expect(first.rows.map(({ id }) => id)).toEqual(whole.rows.map(({ id }) => id));
    if (last.provisional) expect(last.rows.map(({ id }) => id)).toEqual(end.rows.map(({ id }) => id));
    const { turns } = await until(
      () => ask<TurnsAnswer>(`${session}/turns`),
      (answer) => answer.turns.some(({ added }) => added !== undefined),
    );
    expect(turns.length).toBe(head.turns);
    expect(await stop(child)).toBe(0);
    await expect(fetch(session)).rejects.toThrow();
  },
);

test.skipIf(!isBuilt)(
  'without sessions it says so and serves an empty list; Ctrl+C ends it at once',
  async () => {
    const { child, url } = await serve(makeFolder());
    expect(await ask<object>(`${url}api/sessions`)).toMatchObject({ total: 0 });
    const events = await fetch(`${url}api/events`);
    const started = Date.now();
    expect(await stop(child)).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);
    await events.text().catch(() => '');
  },
);

test.skipIf(!isBuilt)(
  'what the server says on the terminal cannot steer it, whoever wrote what it quotes',
  async () => {
    const dataDir = makeFolder();
    const prices = { models: { '\u001b]0;owned\u0007\u202ex': { input: 'none' } } };
    writeFileSync(join(dataDir, 'prices.json'), JSON.stringify(prices));
    const words = [join(DIST, 'cli', 'main.js'), 'serve', '--home', makeFolder(), '--port', '0', '--no-open'];
    const env = { ...process.env, CLEW_DATA_DIR: dataDir };
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    await until(
      async () => said,
      (text) => text.includes('Ctrl+C'),
    );
    expect(await stop(child)).toBe(0);
    expect(said).toContain('The price of x needs the numbers');
    expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  },
);
