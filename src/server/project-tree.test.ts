import { expect, test } from 'vitest';
import type { SessionLine } from './api.ts';
import { buildProjectTree, isInside } from './project-tree.ts';

const line = (project: string | undefined, costUSD?: number): SessionLine =>
  ({ project, modified: 1, ...(costUSD === undefined ? {} : { costUSD }) }) as SessionLine;

test('a folder inside a project hangs below it, and its sessions count there too', () => {
  const tree = buildProjectTree([
    line('/w/web', 1),
    line('/w/web/admin', 2),
    line('/w/web/admin/x'),
    line('/w/api'),
    line(undefined),
  ]);
  const flat = tree.map(({ name, sessions, costUSD, children }) => [
    name,
    sessions,
    costUSD,
    children.map((child) => child.name),
  ]);
  expect(flat).toEqual([
    ['web', 3, 3, ['admin']],
    ['(unknown)', 1, undefined, []],
    ['api', 1, undefined, []],
  ]);
});

test('folders of one name are told apart by the folder above', () => {
  const names = buildProjectTree([line('/w/api'), line('/oss/api'), line('/w/webapi')]).map(
    ({ name }) => name,
  );
  expect(names.sort()).toEqual(['oss/api', 'w/api', 'webapi']);
});

test('a project is inside a folder by whole parts of its path', () => {
  expect(isInside('/w/web/admin', '/w/web')).toBe(true);
  expect(isInside('/w/web-admin', '/w/web')).toBe(false);
  expect(isInside('C:\\w\\web\\x', 'C:\\w\\web')).toBe(true);
  expect(isInside(undefined, '')).toBe(true);
  expect(isInside(undefined, '/w')).toBe(false);
});
