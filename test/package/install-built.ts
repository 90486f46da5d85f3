// A project that has the built package installed, as far as Node and TypeScript can tell: by links, in no time.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './public-surface.ts';

/** Where the build is: another folder for those who build privately. */
export const built: string = resolve(process.env.CLEW_DIST ?? join(root, 'dist'));
export const isBuilt: boolean = existsSync(join(built, 'housekeeping/index.js'));

if (!isBuilt) console.log('The package is not built (npm run build): its tests are skipped.');

const folders: string[] = [];

export function removeProjects(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function makeProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'clew-package-'));
  folders.push(project);
  const installed = join(project, 'node_modules', 'clew');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'package.json'), join(installed, 'package.json'));
  symlinkSync(built, join(installed, 'dist'));
  // What a project that runs on Node has besides.
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  return project;
}
