// The flags that every command has. They may also stand before the command's name, where people type them.
import type { FlagSpec } from './command.ts';

export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  {
    flags: '--home <dir>',
    text: 'a client home to read instead of your own; can be repeated',
    repeatable: true,
  },
  { flags: '--json', text: 'one JSON document on stdout, nothing else' },
  { flags: '--quiet', text: 'no progress and no remarks on stderr' },
  { flags: '--no-color', text: 'no colours (NO_COLOR is respected too)' },
];

/** The words with the command first: `--home DIR ls -n 3` becomes `ls --home DIR -n 3`. What is no command stays where it is. */
export function putCommandFirst(words: readonly string[]): readonly string[] {
  let before = 0;
  for (let length = flagLength(words[0]); length > 0; length = flagLength(words[before])) before += length;
  const [command, ...rest] = words.slice(before);
  if (command === undefined) return words;
  // Of what help or the version say, nothing depends on a flag.
  if (command === 'help' || OVERVIEW_FLAGS.includes(command)) return [command, ...rest];
  if (command.startsWith('-')) return words;
  return [command, ...words.slice(0, before), ...rest];
}

/** What `clew` answers by itself, without a command. */
export const OVERVIEW_FLAGS: readonly string[] = ['--help', '-h', '--version', '-V'];

/** How many words a flag takes: none where it is not one of these. */
function flagLength(word: string | undefined): 0 | 1 | 2 {
  for (const { flags } of GLOBAL_FLAGS) {
    const [name, value] = flags.split(' ');
    if (word === name) return value === undefined ? 1 : 2;
    if (value !== undefined && word?.startsWith(`${name}=`)) return 1;
  }
  return 0;
}
