// Builds dist/ from src/, from nothing, so that a removed source file leaves no stale output behind.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleCli } from './bundle-cli.mjs';

rmSync('dist', { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
await bundleCli(resolve('dist'));
chmodSync('dist/cli/main.js', 0o755);

if (existsSync('src/web/index.html')) {
  // The app, and the page that `clew export` writes.
  for (const config of ['vite.config.ts', 'vite.export.config.ts']) {
    const vite = spawnSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn'],
      { stdio: 'inherit' },
    );
    if (vite.status !== 0) process.exit(vite.status ?? 1);
  }
}
