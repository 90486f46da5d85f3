import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredSession } from '../store/session-store.ts';
import { Analyst } from './analyst.ts';
import type { AnswerBook } from './answer-book.ts';
import type { DeskProcess } from './child-process.ts';
import { LookAhead } from './look-ahead.ts';
import type { Snapshots } from './snapshots.ts';
import type { SpareProcess } from './spare-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-ahead-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const session = (name: string) => ({ session: { file: `${name}.jsonl` } }) as StoredSession;

/** A desk whose processes answer when they are told to, and what was asked of them. */
function makeDesk() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const process = {
    gone: false,
    stop: () => undefined,
    stepBack: () => undefined,
    ask: async () => '{}',
    analyse: ({ session: { file } }: StoredSession, analysis: string) => {
      asked.push(`${file} ${analysis}`);
      return new Promise<string>((done) => waiting.push(() => done('{}')));
    },
  } as unknown as DeskProcess;
  const analyst = new Analyst({ take: () => process } as unknown as SpareProcess);
  const answers = {
    give: (one: StoredSession, analysis: 'files') => analyst.run(one, analysis, {}),
  } as unknown as AnswerBook;
  const snapshots = { pathOf: (_: string, name: string) => join(folder, name) } as unknown as Snapshots;
  const ahead = new LookAhead({ analyst, answers, snapshots });
  const answerAll = async () => {
    for (let quiet = 0; quiet < 20; quiet++) {
      await new Promise((done) => setImmediate(done));
      if (waiting.length > 0) quiet = 0;
      waiting.shift()?.();
    }
  };
  return { asked, analyst, ahead, process, reader: { process, asked: 0 }, answerAll };
}

const ALL = ['cutOverview', 'files', 'healthMore', 'work', 'health'];

test('a question of who reads the session comes first, and then all is worked out', async () => {
  const { asked, analyst, ahead, reader, answerAll } = makeDesk();
  const question = analyst.run(session('a'), 'clients', {});
  const done = ahead.run(session('a'), reader, 'now');
  await answerAll();
  await Promise.all([question, done]);
  expect(asked).toEqual(['clients', ...ALL].map((name) => `a.jsonl ${name}`));
});

test('who has gone on to another session is not kept from it', async () => {
  const { asked, analyst, ahead, reader, answerAll } = makeDesk();
  const done = ahead.run(session('a'), reader, 'now');
  await new Promise((soon) => setImmediate(soon));
  const question = analyst.run(session('b'), 'files', {});
  await answerAll();
  await Promise.all([question, done]);
  expect(asked).toEqual(['a.jsonl cutOverview', 'b.jsonl files']);
});
