import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread, type Thread } from '../session/session.ts';
import { diffVersions } from './diff-versions.ts';
import { filesAt } from './files-at.ts';
import { listChangedPaths, listFiles } from './list-files.ts';
import { selectVersion } from './select-version.ts';

let clock = 0;
let parent: string | null = null;

function line(value: object): string {
  const uuid = `00000000-0000-4000-8000-${String(++clock).padStart(12, '0')}`;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + clock * 1000).toISOString();
  const text = JSON.stringify({ parentUuid: parent, uuid, timestamp, sessionId: 's', cwd: '/p', ...value });
  parent = uuid;
  return text;
}

function prompt(text: string): string {
  return line({ type: 'user', message: { role: 'user', content: text } });
}

function call(name: string, input: object, toolUseResult: unknown, isError = false): string[] {
  const id = `toolu_${clock}`;
  const use = { type: 'tool_use', id, name, input };
  const result = {
    type: 'tool_result',
    tool_use_id: id,
    content: 'ok',
    ...(isError ? { is_error: true } : {}),
  };
  return [
    line({ type: 'assistant', message: { id: `msg_${clock}`, role: 'assistant', content: [use] } }),
    line({ type: 'user', message: { role: 'user', content: [result] }, toolUseResult }),
  ];
}

function threadOf(...lines: readonly (string | readonly string[])[]): Thread {
  return buildThread(parseLog(encodeUtf8(`${lines.flat().join('\n')}\n`)));
}

function start(): void {
  clock = 0;
  parent = null;
}

function edit(
  path: string,
  from: string,
  to: string,
  originalFile: string | null,
  more: object = {},
): string[] {
  const input = { file_path: path, old_string: from, new_string: to, ...more };
  return call('Edit', input, {
    filePath: path,
    oldString: from,
    newString: to,
    originalFile,
    structuredPatch: [],
  });
}

function read(path: string, content: string, totalLines = 1): string[] {
  return call(
    'Read',
    { file_path: path },
    { type: 'text', file: { filePath: path, content, numLines: 1, startLine: 1, totalLines } },
  );
}

test('each edit is a version, and equal contents are one', () => {
  start();
  const thread = threadOf(
    prompt('go'),
    read('/p/a.ts', 'one\n'),
    edit('/p/a.ts', 'one', 'two', 'one\n'),
    prompt('on'),
    edit('/p/a.ts', 'two', 'three', 'two\n'),
  );
  const [file] = listFiles({ thread, agents: [] }).files;
  expect(file?.name).toBe('a.ts');
  expect(file?.versions.map(({ source, content, turn }) => [source, content, turn])).toEqual([
    ['found', 'one\n', 1],
    ['written', 'two\n', 1],
    ['written', 'three\n', 2],
  ]);
  expect(file?.touches.map(({ kind, turn }) => [kind, turn])).toEqual([
    ['read', 1],
    ['edit', 1],
    ['edit', 2],
  ]);
});

test('a file that was not there begins as absent', () => {
  start();
  const input = { file_path: '/p/new.ts', content: 'x\n' };
  const thread = threadOf(
    prompt('go'),
    call('Write', input, { type: 'create', filePath: '/p/new.ts', content: 'x\n', structuredPatch: [] }),
  );
  const [file] = listFiles({ thread, agents: [] }).files;
  expect(file?.versions.map(({ source, content }) => [source, content])).toEqual([
    ['absent', undefined],
    ['written', 'x\n'],
  ]);
});

test('what others changed in between shows as found', () => {
  start();
  const thread = threadOf(prompt('go'), edit('/p/a', 'a', 'b', 'a\n'), edit('/p/a', 'c', 'd', 'c\n'));
  const [file] = listFiles({ thread, agents: [] }).files;
  expect(file?.versions.map(({ source, content }) => [source, content])).toEqual([
    ['found', 'a\n'],
    ['written', 'b\n'],
    ['found', 'c\n'],
    ['written', 'd\n'],
  ]);
});

test('without the client’s own copy an edit builds on the last known content, and dollar signs are text', () => {
  start();
  const thread = threadOf(
    prompt('go'),
    read('/p/a', 'x x\n'),
    edit('/p/a', 'x', '$&y', null),
    edit('/p/a', 'x', 'z', null, { replace_all: true }),
    edit('/p/a', 'not there', 'z', null),
  );
  const [file] = listFiles({ thread, agents: [] }).files;
  expect(file?.versions.map(({ content }) => content)).toEqual(['x x\n', '$&y x\n', '$&y z\n', undefined]);
});

test('a part of a file and a failed call are touches or nothing, never versions', () => {
  start();
  const thread = threadOf(
    prompt('go'),
    read('/p/part', 'x\n', 100),
    call('Edit', { file_path: '/p/no', old_string: 'a', new_string: 'b' }, 'Error: no', true),
  );
  const { files } = listFiles({ thread, agents: [] });
  expect(files.map(({ name, versions, touches }) => [name, versions.length, touches.length])).toEqual([
    ['part', 0, 1],
  ]);
});

test('[F3] a backup of the file history is attached to the version it holds, or is one of its own', () => {
  start();
  const first = prompt('go');
  const id = parent;
  const backup = (name: string | null) => ({
    backupFileName: name,
    version: 1,
    backupTime: '2026-01-01T00:00:01.500Z',
  });
  const snapshot = JSON.stringify({
    type: 'file-history-snapshot',
    messageId: id,
    snapshot: { messageId: id, trackedFileBackups: { 'a.ts': backup('aa@v1'), 'gone.ts': backup(null) } },
  });
  const delta = JSON.stringify({
    type: 'file-history-delta',
    snapshotMessageId: id,
    trackingPath: 'b.ts',
    backup: { ...backup('bb@v1'), backupTime: '2026-01-01T00:00:09.000Z' },
  });
  const thread = threadOf(first, snapshot, edit('/p/a.ts', 'a', 'b', 'a\n'), read('/p/b.ts', 'b\n'), delta);
  const { files } = listFiles({ thread, agents: [] });
  const told = files.map(({ name, versions }) => [
    name,
    ...versions.map(({ source, content, backup: kept }) => [source, content, kept]),
  ]);
  expect(told).toEqual([
    ['gone.ts', ['absent', undefined, undefined]],
    ['a.ts', ['backup', 'a\n', 'aa@v1'], ['written', 'b\n', undefined]],
    ['b.ts', ['found', 'b\n', 'bb@v1']],
  ]);
});

test('an agent’s work counts to the turn it was done in', () => {
  start();
  const first = prompt('one');
  const second = prompt('two');
  parent = null;
  const agent = threadOf(prompt('do it'), edit('/p/a', 'a', 'b', 'a\n'));
  const { files } = listFiles({
    thread: threadOf(first, second),
    agents: [{ agentId: 'ab12', thread: agent }],
  });
  expect(files[0]?.touches).toMatchObject([{ kind: 'edit', turn: 2, agentId: 'ab12' }]);
});

test('the paths of changed files are those of the list, however a call names them', () => {
  start();
  const thread = threadOf(
    prompt('go'),
    read('/p/only-read.ts', 'x\n'),
    edit('/p/a.ts', 'a', 'b', 'a\n'),
    edit('a.ts', 'b', 'c', 'b\n'),
    call('Write', { file_path: '/q/new.ts', content: 'x\n' }, { type: 'create', content: 'x\n' }),
    call('Edit', { file_path: '/p/failed.ts', old_string: 'a', new_string: 'b' }, 'Error', true),
  );
  const agent = threadOf(prompt('help'), edit('/p/agent.ts', 'a', 'b', 'a\n'));
  const input = { thread, agents: [{ agentId: 'one', thread: agent }] };
  const changed = listFiles(input).files.filter(({ touches }) => touches.some(({ kind }) => kind !== 'read'));
  expect([...listChangedPaths(input)].sort()).toEqual(['/p/a.ts', '/p/agent.ts', '/q/new.ts']);
  expect(changed.map(({ path }) => path).sort()).toEqual([...listChangedPaths(input)].sort());
});

test('the set of files at a turn has the last version up to then', () => {
  start();
  const thread = threadOf(
    prompt('one'),
    edit('/p/a', 'a', 'b', 'a\n'),
    prompt('two'),
    edit('/p/a', 'b', 'c', 'b\n'),
    edit('/p/late', 'x', 'y', 'x\n'),
  );
  const list = listFiles({ thread, agents: [] });
  expect(filesAt(list, 1).map(({ file, version }) => [file.name, version.content])).toEqual([['a', 'b\n']]);
  expect(filesAt(list, 2).map(({ version }) => version.content)).toEqual(['c\n', 'y\n']);
  expect(filesAt(list, 0)).toEqual([]);
});

test('versions are named by path and number, paths by any unique end', () => {
  start();
  const thread = threadOf(
    prompt('x'),
    edit('/p/src/a.ts', 'a', 'b', 'a\n'),
    edit('/p/lib/a.ts', 'a', 'b', 'a\n'),
  );
  const list = listFiles({ thread, agents: [] });
  expect(selectVersion(list, 'src/a.ts@1').version.content).toBe('a\n');
  expect(selectVersion(list, '/p/lib/a.ts').version.number).toBe(2);
  expect(() => selectVersion(list, 'a.ts@1')).toThrow(/fits 2 files/);
  expect(() => selectVersion(list, 'src/a.ts@7')).toThrow(/no version 7/);
  expect(() => selectVersion(list, 'b.ts')).toThrow(/did not touch/);
});

test('paths of Windows are named by their ends, too', () => {
  start();
  const list = listFiles({
    thread: threadOf(prompt('x'), edit('C:\\p\\src\\a.ts', 'a', 'b', 'a\n')),
    agents: [],
  });
  for (const path of ['a.ts', 'src\\a.ts', 'src/a.ts', '.\\src\\a.ts', 'C:\\p\\src\\a.ts'])
    expect(selectVersion(list, `${path}@1`).version.content, path).toBe('a\n');
});

test('a difference is a unified patch, from nothing too', () => {
  const patch = diffVersions('a.ts', { label: '1', content: 'a\nb\n' }, { label: '2', content: 'a\nc\n' });
  expect(patch).toContain('--- a/a.ts\t1\n+++ b/a.ts\t2\n');
  expect(patch).toContain('\n-b\n+c\n');
  expect(diffVersions('a', { label: '0', content: null }, { label: '1', content: 'x\n' })).toContain(
    '--- /dev/null',
  );
  expect(diffVersions('a', { label: '1', content: 'x' }, { label: '2', content: 'x' })).toBe('');
});

test('[G5] a call without a time keeps its place among those with one', () => {
  start();
  const write = (content: string): string[] =>
    call('Write', { file_path: '/p/a.txt', content }, { type: 'create', filePath: '/p/a.txt', content });
  const untimed = (lines: readonly string[]): string[] =>
    lines.map((text) => JSON.stringify({ ...JSON.parse(text), timestamp: undefined }));
  const thread = threadOf(prompt('go'), write('one\n'), write('two\n'), untimed(write('three\n')));
  const list = listFiles({ thread, agents: [] });
  const [file] = list.files;
  expect(file?.versions.at(-1)?.content).toBe('three\n');
  expect(file?.touches.map(({ line: at }) => at)).toEqual([2, 4, 6]);
  expect(file?.touches.at(-1)?.time).toBeUndefined();
});
