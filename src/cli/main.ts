// The command line: finds the command, runs it, and turns what happens into an exit code and one sentence.
import { readFileSync } from 'node:fs';
import { Refusal } from '../base/refusal.ts';
import type { CliContext } from './context.ts';

export { loadAsUsual, setForKeepingCode, setForShortRun } from '../disk/v8-settings.ts';
export { processContext } from './context.ts';

/** Runs one command line (without node and script) and returns the exit code. */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  try {
    return await dispatch(argv, context);
  } catch (error) {
    return explain(error, context);
  }
}

async function dispatch(words: readonly string[], outer: CliContext): Promise<number> {
  const flagsFirst = words.length > 1 && words[0]?.startsWith('-');
  const argv = flagsFirst ? (await import('./global-flags.ts')).putCommandFirst(words) : words;
  // The version is asked for by scripts: it must not wait for the command line library to load.
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    await outer.print(`${readVersion()}\n`);
    return 0;
  }
  const context: CliContext = words.includes('--no-color') ? { ...outer, color: false } : outer;
  const { COMMANDS } = await import('./command-list.ts');
  const name = argv[0] === 'help' ? argv[1] : argv[0];
  const listing = COMMANDS.find((command) => command.name === name);
  if (!listing) return showOverview(name, context);
  const { buildProgram } = await import('./build-program.ts');
  let code = 0;
  const program = buildProgram(await listing.load(), context, (result) => {
    code = result;
  });
  const parsed = argv[0] === 'help' ? [listing.name, '--help'] : argv;
  await program.parseAsync([...parsed], { from: 'user' });
  return code;
}

async function showOverview(name: string | undefined, context: CliContext): Promise<number> {
  const { buildOverview } = await import('./build-program.ts');
  const program = buildOverview(readVersion(), context);
  if (name !== undefined && !name.startsWith('-')) {
    const near = await nearestCommand(name);
    const hint = near ? `Did you mean "clew ${near}"?` : 'See "clew --help".';
    throw new Refusal('unknown-command', `There is no command “${name}”.`, hint);
  }
  const { GLOBAL_FLAGS, OVERVIEW_FLAGS } = await import('./global-flags.ts');
  if (name !== undefined && !OVERVIEW_FLAGS.includes(name)) {
    const anywhere = GLOBAL_FLAGS.map(({ flags }) => flags.split(' ')[0]).join(', ');
    throw new Refusal(
      'no-command',
      `The command comes before its flags: clew <command> ${name} ….`,
      `Only ${anywhere} may stand before it. See "clew --help".`,
    );
  }
  program.outputHelp();
  return 0;
}

async function nearestCommand(name: string): Promise<string | undefined> {
  const [{ COMMANDS }, { editDistance }] = await Promise.all([
    import('./command-list.ts'),
    import('../base/edit-distance.ts'),
  ]);
  const near = COMMANDS.map((command) => ({ name: command.name, slips: editDistance(command.name, name) }));
  // Of a word of two letters, two slips leave nothing.
  const likely = near.filter(({ slips }) => slips <= 2 && slips < name.length);
  return likely.sort((a, b) => a.slips - b.slips)[0]?.name;
}

async function explain(error: unknown, context: CliContext): Promise<number> {
  // Both a refusal and a bug may quote what a session, a pack or a model's answer says.
  const { stripControls } = await import('../base/strip-controls.ts');
  if (error instanceof Refusal) {
    // A hint is left in one piece: it may hold a command to copy.
    const hint = error.hint ? `      ${error.hint}\n` : '';
    context.printError(
      `clew: ${await fitSentence(stripControls(error.message), context)}\n${stripControls(hint)}`,
    );
    return 2;
  }
  const { code, exitCode } = error as { code?: string; exitCode?: number };
  // How commander tells that it printed a help.
  if (exitCode === 0 && code?.startsWith('commander.')) return 0;
  if (code === 'EPIPE') return 0;
  const stack = (error as Error)?.stack ?? String(error);
  context.printError(`clew: this is a bug in clew: ${stripControls(stack)}\n`);
  return 2;
}

async function fitSentence(sentence: string, { progress, columns }: CliContext): Promise<string> {
  if (!progress) return sentence;
  const { wrapWords } = await import('../render/terminal/fit-text.ts');
  return wrapWords(sentence, Math.max(30, columns - 6)).join('\n      ');
}

function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
