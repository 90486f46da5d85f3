import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ChildAnswer } from '../../src/server/desk/child-process.ts';
import { makeFolder, plantHome, removeFolders } from './home.fixture.ts';

const DIST = process.env.CLEW_DIST ?? join(import.meta.dirname, '..', '..', 'dist');
const SCRIPT = join(DIST, 'server', 'desk', 'desk-child.js');

const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  removeFolders();
});

test.skipIf(!existsSync(SCRIPT))('an answer that cannot be kept is given all the same', async () => {
  const { home, sessions } = plantHome([[]]);
  const file = join(home, sessions[0]?.files[0]?.path ?? '');
  const { size: bytes, mtimeMs: modified } = statSync(file);
  const sessionId = basename(file, '.jsonl');
  const session = {
    key: 'a',
    session: { file, home, sessionId, bytes, modified, agents: [] },
    line: {},
  };
  const blocked = join(makeFolder(), 'a-file');
  writeFileSync(blocked, '');
  const child = fork(SCRIPT, [makeFolder()], { serialization: 'advanced' });
  children.push(child);
  const answer = new Promise<ChildAnswer>((done) => child.once('message', (one) => done(one as ChildAnswer)));
  const keep = { path: join(blocked, 'files.json'), fingerprint: 'now', only: false };
  child.send({ id: 0, what: 'analyse', name: 'files', session, args: {}, keep });
  const { json, error } = await answer;
  expect(error).toBeUndefined();
  expect(JSON.parse(json ?? 'null')).toHaveProperty('totals');
});
