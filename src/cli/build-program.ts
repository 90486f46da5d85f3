// Builds the commander program: all commands as one-line entries for the overview, one command in full when it is asked for.
import { Command, type CommanderError, Option } from 'commander';
import { Refusal } from '../base/refusal.ts';
import type { CommandInput, CommandSpec, FlagSpec } from './command.ts';
import { COMMANDS } from './command-list.ts';
import type { CliContext } from './context.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { refuseContradictions } from './refuse-contradictions.ts';

const OVERVIEW_EXAMPLES = `
Examples:
  clew ls                            your sessions, newest first
  clew show latest                   read the newest one
  clew context latest                what a resume would load, and what fills the window
  clew check                         what is wrong with any of them, and what helps
  clew clone latest --fit 120k       a copy that fits, with the command to resume it
  clew demo ./demo                   made-up sessions to try things on

A selector is a session id or a unique part of its start, a file, "latest", or "project:name".
Exit codes: 0 done, 1 nothing matched or problems found, 2 refused or failed.`;

const BEFORE_OR_AFTER = 'Everywhere, also before the command:';

/** The overview: `clew --help`. */
export function buildOverview(version: string, context: CliContext): Command {
  const program = bareProgram(context, 'clew --help')
    .usage('<command> [selector] [flags]')
    .description('Reads, searches, measures, mends and re-cuts Claude Code sessions.')
    .version(version)
    .helpCommand(false)
    .addHelpText('after', OVERVIEW_EXAMPLES);
  for (const flag of GLOBAL_FLAGS) program.addOption(buildOption(flag).helpGroup(BEFORE_OR_AFTER));
  for (const { name, summary, group } of COMMANDS) program.command(name).summary(summary).helpGroup(group);
  return program;
}

/** The program for one command. `done` receives what the command returned. */
export function buildProgram(spec: CommandSpec, context: CliContext, done: (code: number) => void): Command {
  const program = bareProgram(context, `clew ${spec.name} --help`);
  const command = program.command(`${spec.name}${spec.args ? ` ${spec.args}` : ''}`);
  command.description(spec.description ?? `${spec.summary[0]?.toUpperCase()}${spec.summary.slice(1)}.`);
  const given = new Set<string>();
  const add = (option: Option): void => {
    command.addOption(option);
    command.on(`option:${option.name()}`, () => given.add(`--${option.name()}`));
  };
  for (const flag of spec.flags ?? []) add(buildOption(flag));
  for (const flag of GLOBAL_FLAGS) add(buildOption(flag).helpGroup('Everywhere:'));
  command.addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Everywhere:'));
  const width = Math.max(...spec.examples.map(([line]) => line.length));
  const examples = spec.examples.map(([line, meaning]) => `  ${line.padEnd(width)}   ${meaning}`);
  command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  command.action(async () => {
    refuseContradictions(spec.flags ?? [], given);
    done(await spec.run(context, readInput(command)));
  });
  return program;
}

function bareProgram(context: CliContext, help: string): Command {
  return new Command('clew')
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : usageRefusal(error, help);
    })
    .configureOutput({ writeOut: (text) => void context.print(text), writeErr: () => {} })
    .configureHelp({ helpWidth: Math.min(context.columns, 120), showGlobalOptions: false });
}

// “error: unknown option '--jsn'”, and on a line of its own “(Did you mean --json?)”.
function usageRefusal({ message }: CommanderError, help: string): Refusal {
  const [what = '', near = ''] = message.replace(/^error: /, '').split('\n');
  const sentence = `${what[0]?.toUpperCase()}${what.slice(1)}`.replace(/\.?$/, '.');
  const guess = near === '' ? '' : `${near.replace(/^\(|\)$/g, '')} `;
  return new Refusal('usage', sentence, `${guess}See \`${help}\`.`);
}

function buildOption(flag: FlagSpec): Option {
  const option = new Option(flag.flags, flag.text);
  if (flag.choices) option.choices([...flag.choices]);
  if (flag.default !== undefined) option.default(flag.default);
  if (flag.repeatable) {
    option.argParser((value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
  }
  return option;
}

function readInput(command: Command): CommandInput {
  const { home, json, quiet, color: _, ...flags } = command.opts();
  return { args: command.args, flags, homes: home ?? [], json: json === true, quiet: quiet === true };
}
