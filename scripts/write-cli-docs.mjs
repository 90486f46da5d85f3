// Writes docs/cli.md from the commands' own help, so that it cannot be wrong; with --check, fails if it is out of date.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { COMMANDS } = await import('../dist/cli/command-list.js');
const file = 'docs/cli.md';

function help(...words) {
  const env = { ...process.env, NO_COLOR: '1', COLUMNS: '100' };
  const run = spawnSync(process.execPath, ['dist/cli/main.js', ...words, '--help'], {
    encoding: 'utf8',
    env,
  });
  if (run.status !== 0) throw new Error(`clew ${words.join(' ')} --help failed: ${run.stderr}`);
  return `\`\`\`\n${run.stdout.trimEnd()}\n\`\`\`\n`;
}

const parts = [
  '# The command line\n\nMade from `clew --help` by `npm run docs`; do not edit by hand.\n',
  help(),
  ...COMMANDS.map(({ name }) => `## clew ${name}\n\n${help(name)}`),
];
const text = parts.join('\n');

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date: run "npm run docs".`);
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
}
