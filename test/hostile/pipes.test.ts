// Pipes and devices where a home should have files: nobody writes into them, so whoever reads one waits for ever.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { runClew } from '../cli/run-clew.ts';
import { removeFolders, serveHome } from '../server/home.fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'clew-pipes-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  removeFolders();
});

const home = join(root, 'home');
const session = forgeSession({ seed: 'pipes', shape: ['agent', 'rewind'] });
const id = session.sessionId;
const env = { CLEW_DATA_DIR: join(root, 'data') };

function pipe(...path: string[]): void {
  const file = join(home, ...path);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { recursive: true, force: true });
  execFileSync('mkfifo', [file]);
}

beforeAll(() => {
  for (const file of session.files) {
    mkdirSync(dirname(join(home, file.path)), { recursive: true });
    writeFileSync(join(home, file.path), fileBytes(file));
  }
  if (process.platform === 'win32') return;
  const project = dirname(session.files[0]?.path ?? '');
  pipe(project, 'aaaaaaaa-0000-4000-8000-000000000001.jsonl');
  pipe(project, 'agent-deadbeef.jsonl');
  pipe(project, 'sessions-index.json');
  pipe(project, id, 'custom-title.json');
  pipe(project, id, 'tool-results', 'one.txt');
  pipe(project, id, 'subagents', 'agent-pipe.jsonl');
  for (const { path } of session.files.filter((file) => file.path.includes('agent-')))
    pipe(`${path.replace(/(?:\.meta)?\.json.*$/, '')}.meta.json`);
  pipe('history.jsonl');
  pipe('settings.json');
  pipe('sessions', '123.json');
  pipe('todos', `${id}-agent-x.json`);
  pipe('tasks', id);
  pipe('file-history', id, 'abc@v1');
  pipe('projects', '-pipe');
  // A device that never ends, and folders that lead in a circle or out of the home.
  symlinkSync('/dev/zero', join(home, project, 'bbbbbbbb-0000-4000-8000-000000000001.jsonl'));
  mkdirSync(join(home, project, 'cccccccc-0000-4000-8000-000000000001'));
  symlinkSync('/dev/zero', join(home, project, 'cccccccc-0000-4000-8000-000000000001', 'custom-title.json'));
  symlinkSync('.', join(home, 'projects', '-loop'));
  symlinkSync('/', join(home, project, 'dddddddd-0000-4000-8000-000000000001'));
});

const COMMANDS: readonly (readonly string[])[] = [
  ['ls'],
  ['ls', '--no-catalog'],
  ['sync'],
  ['check'],
  ['stats'],
  ['stats', '--no-catalog'],
  ['search', 'the'],
  ['search', '--regex', 't.e'],
  ['secrets'],
  ['du'],
  ['survey'],
  ['show', id],
  ['context', id],
  ['check', id],
  ['repair', id, '--dry-run'],
  ['clone', id, '--dry-run'],
  ['files', id],
  ['locate', id],
  ['lineage', id],
  ['du', id],
  ['secrets', id],
  ['pack', id, '-o', join(root, 'session.clewpack')],
  ['archive', id, '--dry-run'],
  ['export', id, '-o', join(root, 'session.html')],
  ['mv', id, '--to', '/work/elsewhere', '--force'],
  ['rm', id, '--force'],
];

test.runIf(process.platform !== 'win32')(
  'no command waits for a pipe or reads a device to its end',
  async () => {
    for (const words of COMMANDS) {
      const { code, err } = await runClew([...words, '--home', home], { env });
      expect([words, code < 2, err.includes('a bug in clew')]).toEqual([words, true, false]);
    }
    expect(readdirSync(join(home, 'projects', '-work-elsewhere'))).not.toContain(`${id}.jsonl`);
  },
  60_000,
);

test.runIf(process.platform !== 'win32')(
  'nor does the server',
  async () => {
    const other = forgeSession({ seed: 'pipes for the server', shape: ['agent'] });
    for (const file of other.files) {
      mkdirSync(dirname(join(home, file.path)), { recursive: true });
      writeFileSync(join(home, file.path), fileBytes(file));
    }
    pipe(dirname(other.files[0]?.path ?? ''), other.sessionId, 'custom-title.json');
    const server = await serveHome(home, { catalog: true });
    const views = ['', '/rows', '/health', '/health/more', '/files', '/lineage', '/cut'];
    for (const view of views) await server.get(`/api/sessions/${other.sessionId}${view}`);
    await server.get('/api/sessions');
    await server.get('/api/stats');
    await server.close();
  },
  60_000,
);
