// Compiles what a child process needs: on Node 20 it cannot run TypeScript, and what is in dist/ may be stale.
import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** How often each test kills its child; `CLEW_KILLS=200` looks closer. */
export const ROUNDS: number = Number(process.env.CLEW_KILLS ?? 8);

/** A temporary folder with the compiled sources and `child.js`, which holds the script. */
export async function compileChild(sources: readonly string[], script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clew-killed-'));
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      rootDir: join(root, 'src'),
      outDir: folder,
      declaration: false,
      isolatedDeclarations: false,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: sources.map((file) => join(root, 'src', file)),
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
  await writeFile(join(folder, 'child.js'), script);
  return folder;
}
