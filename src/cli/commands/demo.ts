// `clew demo DIR`: writes a home of made-up sessions, so that everything can be tried without sessions of one's own.
import { readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { quoteWord } from '../../base/quote-word.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { resolvePath } from '../../disk/machine.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { quoteName } from '../../disk/quote-name.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import { demoHome } from '../../forge/demo-home.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';

export const demoCommand: CommandSpec = {
  name: 'demo',
  args: '<dir>',
  summary: 'write a home of made-up sessions to try things on',
  examples: [
    ['clew demo ./demo', 'about thirty sessions of five projects'],
    ['clew ls --home ./demo', 'look at them'],
  ],
  run: runDemo,
};

async function runDemo(context: CliContext, input: CommandInput): Promise<number> {
  const folder = resolvePath(input.args[0] as string, machineOf(context));
  await refuseUnlessEmpty(folder);
  let files = 0;
  for (const { path, chunks, modified } of demoHome({ now: context.now().getTime() })) {
    const file = join(folder, path);
    await makeFolder(dirname(file), 0o777);
    await writeFileAtomically(file, chunks);
    // Lists and checks tell a session's age, and whether it is live, by this.
    if (modified !== undefined) await utimes(file, modified / 1000, modified / 1000);
    files++;
  }
  if (input.json) await context.print(jsonText({ home: folder, files }));
  else if (!input.quiet)
    await context.print(
      `${files} files of made-up sessions in ${stripToLine(folder)}\nTry: clew ls --home ${quoteWord(folder)}\n`,
    );
  return 0;
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Refusal(
      'no-folder',
      `${quoteName(folder)} is not a folder that can be written to.`,
      'Name a new or an empty folder.',
    );
  });
  if (names.length > 0) {
    throw new Refusal(
      'not-empty',
      `${quoteName(folder)} is not empty.`,
      'Name a new or an empty folder: nothing is overwritten.',
    );
  }
}
