import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { PLANTED } from '../secrets/planted-secrets.fixture.ts';
import { makeRedactor } from './make-redactor.ts';
import { renameKeys } from './rename-keys.ts';

const redactor = makeRedactor({ names: ['Ann', 'Ann Quill', 'Mary-Lou', 'C.'], home: '/data/ann' });

test.each([
  ['/home/ann/work/a.ts', '/home/user/work/a.ts'],
  ['cd /Users/ann && ls', 'cd /Users/user && ls'],
  [String.raw`C:\Users\ann\work`, String.raw`C:\Users\user\work`],
  [String.raw`{"a":"x\n/home/bob/b"}`, String.raw`{"a":"x\n/home/user/b"}`],
  ['cc -I/home/bob/include', 'cc -I/home/user/include'],
  ['\u001b[90m/Users/bob/x\u001b[0m', '\u001b[90m/Users/user/x\u001b[0m'],
  ['file:///home/bob/x', 'file:///home/user/x'],
  ['ls /c/Users/bob/x /mnt/d/Users/bob/x', 'ls /c/Users/user/x /mnt/d/Users/user/x'],
  ['/var/home/bob/x', '/var/home/user/x'],
  [String.raw`c:\users\bob\x`, String.raw`c:\users\user\x`],
  [String.raw`C:\Users\Bob B. Lee\x, D:/Users/bob lee/x`, String.raw`C:\Users\user\x, D:/Users/user/x`],
  [String.raw`{"cwd":"C:\\Users\\Bob Lee\\x"}`, String.raw`{"cwd":"C:\\Users\\user\\x"}`],
  [String.raw`cd C:\Users\bob && dir src\lib`, String.raw`cd C:\Users\user && dir src\lib`],
  [String.raw`\\wsl.localhost\Ubuntu\home\bob\x`, String.raw`\\wsl.localhost\Ubuntu\home\user\x`],
  ['-mnt-c-Users-bob-work and c--Users-bob-work', '-mnt-c-Users-user-work and c--Users-user-work'],
  ['~/.claude/projects/-home-bob-work', '~/.claude/projects/-home-user-work'],
  ['/data/ann/x and /data/annual', '/home/user/x and /data/annual'],
  ['mail bob.b+x@mail.example.com now', 'mail [redacted:email] now'],
  ['git@github.com:a/b.git', 'git@github.com:a/b.git'],
  ['ann quill, ANN and Anna', '[redacted:name], [redacted:name] and Anna'],
  ['by Mary-Lou (C. too)', 'by [redacted:name] ([redacted:name] too)'],
  ['src/home/index.ts stays', 'src/home/index.ts stays'],
  ['GET /api/c/Users/7 stays', 'GET /api/c/Users/7 stays'],
])('%s', (text, expected) => {
  expect(redactor.text(text)).toBe(expected);
});

test('keys are redacted like values; ids, signatures and pictures are not touched', () => {
  const secret = PLANTED['npm-token']?.secret as string;
  const image = { type: 'base64', media_type: 'image/png', data: 'Ann@mail.example' };
  const value: Json = {
    uuid: '/home/bob',
    list: [{ '/home/bob/a': secret }, image],
    block: { type: 'thinking', thinking: 'by Ann', signature: 'Ann' },
    plain: 'nothing here',
  };
  expect(redactor.json(value)).toEqual({
    uuid: '/home/bob',
    list: [{ '/home/user/a': '[redacted:npm-token]' }, image],
    block: { type: 'thinking', thinking: '', signature: 'Ann' },
    plain: 'nothing here',
  });
});

test('what has nothing to redact is the same object', () => {
  const value: Json = { a: [{ b: 'c' }], n: 1 };
  expect(redactor.json(value)).toBe(value);
});

test('keys keep their order, and a hostile key or depth does no harm', () => {
  const value = JSON.parse('{"b":1,"__proto__":{"x y":2},"a":[{"x y":3}]}') as Json;
  const renamed = renameKeys(value, (key) => key.replace('x y', 'z'));
  expect(JSON.stringify(renamed)).toBe('{"b":1,"__proto__":{"z":2},"a":[{"z":3}]}');
  let deep: Json = { 'x y': 1 };
  for (let i = 0; i < 50_000; i++) deep = [deep];
  // Compared here: to print so deep a value would overflow the test itself.
  expect(renameKeys(deep, (key) => key.replace('x y', 'z')) === deep).toBe(false);
});
