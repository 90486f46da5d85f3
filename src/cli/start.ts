#!/usr/bin/env node
// What the installed command starts: tells a version at once, and loads everything else with the code that V8 compiled of it last time.
//
// The build makes a script of its own of it, in CommonJS: Node's loader of modules alone takes longer than a version needs.
import { readFileSync, writeSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { join } from 'node:path';
import { dataDir } from '../disk/data-dir.ts';
import { thisMachine } from '../disk/machine.ts';
import { makeMissingFolders } from '../disk/make-missing-folders.ts';
import { setForShortRun } from '../disk/v8-settings.ts';
import { putCommandFirst } from './global-flags.ts';
import { KeptCode } from './kept-code.ts';

const COMMAND_LINE = './command-line.js';
/** They run for as long as they are wanted, and their code pays for being optimised. */
const LASTING = ['serve', 'tail'];

const words = process.argv.slice(2);
const [command = 'help'] = putCommandFirst(words);
if (words.length === 1 && (command === '--version' || command === '-V')) printVersion();
else void run();

// Without a stream: to make one of stdout takes a tenth of the time that all of this takes.
function printVersion(): void {
  const file = join(import.meta.dirname, '../../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

async function run(): Promise<void> {
  const { main, processContext, loadAsUsual } = loadCommandLine();
  // Node loads its streams for it.
  const context = loadAsUsual(processContext);
  // A reader that has seen enough (`clew … | head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  process.exitCode = await main(words, context);
}

function loadCommandLine(): typeof import('./main.ts') {
  const require = createRequire(import.meta.url);
  const name = command.replace(/^-+/, '');
  const lasts = LASTING.includes(command);
  const folder = join(dataDir(thisMachine()), 'code');
  // From 22.1 on, Node itself can keep what it compiled.
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache || process.env.NODE_DISABLE_COMPILE_CACHE || !/^[a-z]+$/.test(name)) {
    // Before anything is loaded, because Node would not take what it kept under other settings.
    if (!lasts) setForShortRun();
    // Not where Node would: in the folder for temporary files anyone could lay code ready for us to run.
    if (enableCompileCache && makePrivate(folder)) enableCompileCache(folder);
    return require(COMMAND_LINE);
  }
  const kept = new KeptCode(import.meta.dirname, join(folder, `${name}.bin`), require, useOf(words));
  // What was refused may be no command at all.
  process.on('exit', (code) => code < 2 && kept.save());
  const commandLine = kept.load(COMMAND_LINE) as typeof import('./main.ts');
  kept.loadWithin(commandLine.loadAsUsual);
  if (!lasts) commandLine.setForShortRun();
  if (kept.isToBeWritten) commandLine.setForKeepingCode();
  return commandLine;
}

/** The flags among the words, each with the word behind it where that is plain, as in `--tools remove`. */
function useOf(all: readonly string[]): string {
  const uses = all.flatMap((word, i) => {
    if (!word.startsWith('-')) return [];
    const value = all[i + 1] ?? '';
    return /^[a-z]+$/.test(value) ? `${word} ${value}` : (word.split('=')[0] ?? '');
  });
  return [...new Set(uses)].sort().join(' ');
}

/** False where it cannot be made: that costs time, not an answer. */
function makePrivate(folder: string): boolean {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return false;
  try {
    makeMissingFolders(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}
