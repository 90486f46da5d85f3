import { expect, test } from 'vitest';
import { lastPart, tellApart } from './project-names.ts';

test('a project is called by its last folder, on either kind of system', () => {
  expect(lastPart('/home/me/api')).toBe('api');
  expect(lastPart('D:\\oh-my-posh')).toBe('oh-my-posh');
  expect(lastPart('/')).toBe('/');
});

test('two that end alike are told apart by the folder around them', () => {
  const names = tellApart(['/work/api', '/oss/api', 'C:\\web']);
  expect([...names.values()]).toEqual(['work/api', 'oss/api', 'web']);
});
