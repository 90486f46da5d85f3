import { expect, test } from 'vitest';
import { dataDir } from './data-dir.ts';
import type { Machine } from './machine.ts';

const linux: Machine = { env: {}, homeDirectory: '/home/me', workingDirectory: '/work', platform: 'linux' };

test('CLEW_DATA_DIR comes before everything, relative to the working directory', () => {
  const env = { CLEW_DATA_DIR: 'mine', XDG_DATA_HOME: '/xdg' };
  expect(dataDir({ ...linux, env })).toBe('/work/mine');
  expect(dataDir({ ...linux, env: { CLEW_DATA_DIR: '~/d' } })).toBe('/home/me/d');
});

test('Linux keeps it under XDG_DATA_HOME if that is absolute, else under ~/.local/share', () => {
  expect(dataDir({ ...linux, env: { XDG_DATA_HOME: '/xdg' } })).toBe('/xdg/clew');
  expect(dataDir({ ...linux, env: { XDG_DATA_HOME: 'relative' } })).toBe('/home/me/.local/share/clew');
  expect(dataDir(linux)).toBe('/home/me/.local/share/clew');
});

test('macOS keeps it in Application Support, Windows in LOCALAPPDATA', () => {
  const mac: Machine = { ...linux, platform: 'darwin', homeDirectory: '/Users/me' };
  expect(dataDir(mac)).toBe('/Users/me/Library/Application Support/clew');
  const windows: Machine = { ...linux, platform: 'win32', homeDirectory: 'C:\\Users\\me' };
  expect(dataDir({ ...windows, env: { LOCALAPPDATA: 'D:\\Local' } })).toBe('D:\\Local\\clew');
  expect(dataDir(windows)).toBe('C:\\Users\\me\\AppData\\Local\\clew');
});
