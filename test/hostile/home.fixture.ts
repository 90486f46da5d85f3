// A home on disk with sessions that are written line by line, for attacks that no forge would make.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type ClewRun, runClew } from '../cli/run-clew.ts';

export interface HostileHome {
  readonly root: string;
  readonly home: string;
  /** Writes a session file and returns its path; lines that are texts stand as they are. */
  plant(project: string, name: string, lines: readonly (object | string)[]): string;
  run(...words: string[]): Promise<ClewRun>;
}

/** Is gone when the tests of the file are done. */
export function hostileHome(): HostileHome {
  const root = mkdtempSync(join(tmpdir(), 'clew-hostile-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  return {
    root,
    home,
    plant: (project, name, lines) => {
      const folder = join(home, 'projects', project);
      mkdirSync(folder, { recursive: true });
      const file = join(folder, name);
      const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
      writeFileSync(file, `${texts.join('\n')}\n`);
      return file;
    },
    run: (...words) =>
      runClew([...words, '--home', home], { cwd: root, env: { CLEW_DATA_DIR: join(root, 'data') } }),
  };
}

/** Entries that hang on each other, with what is given for each. */
export function chain(sessionId: string, entries: readonly object[], shared: object = {}): object[] {
  return entries.map((fields, n) => ({
    parentUuid: n === 0 ? null : uuid(n - 1),
    isSidechain: false,
    userType: 'external',
    cwd: '/work',
    sessionId,
    version: '2.1.300',
    uuid: uuid(n),
    timestamp: new Date(Date.UTC(2026, 2, 1) + n * 1000).toISOString(),
    ...shared,
    ...fields,
  }));
}

export function prompt(text: string): object {
  return { type: 'user', message: { role: 'user', content: text } };
}

export function answer(id: string, content: readonly object[], more: object = {}): object {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const model = 'claude-opus-4-5';
  const message = { id, type: 'message', role: 'assistant', model, content, stop_reason: 'end_turn', usage };
  return { type: 'assistant', requestId: `req_${id}`, message: { ...message, ...more } };
}

function uuid(n: number): string {
  return `bbbbbbbb-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
