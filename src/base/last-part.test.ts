import { expect, test } from 'vitest';
import { lastPart } from './last-part.ts';

test.each([
  ['/home/dev/api', 'api'],
  ['/home/dev/api/', 'api'],
  ['C:\\work\\web', 'web'],
  ['api', 'api'],
  ['/', '/'],
  ['', ''],
])('%s is called %s', (path, name) => {
  expect(lastPart(path)).toBe(name);
});
