// A command of the project that reaches the model, a shell line, a command that stays local, and a prompt.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from '../scenario.ts';

export const slashAndShell: Scenario = {
  name: 'slash-and-shell',
  interactive: true,
  leaves: /<bash-stdout>shell-42/,
  run: async (lab) => {
    const commands = join(lab.scratch.project, '.claude', 'commands');
    await mkdir(commands, { recursive: true });
    await writeFile(join(commands, 'greet.md'), 'Say a greeting to $ARGUMENTS\n');
    const script = {
      rules: [
        { last: 'Say a greeting', answers: [{ text: 'Greetings, Ada.' }] },
        // The newest clients ask the model about a shell line at once.
        { last: '<bash-stdout>[^]*</bash-stderr>\\s*$', answers: [{ text: 'The shell spoke.' }] },
      ],
      answers: [{ text: 'Closing answer.' }],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('/greet Ada');
      await terminal.waitFor(/Greetings, Ada/);
      await terminal.settle();
      await terminal.type('!');
      await lab.pause(700);
      await terminal.enter('echo shell-$((40 + 2))');
      await terminal.waitFor(/shell-42/);
      await lab.pause(1000);
      await terminal.enter('/release-notes');
      await lab.pause(1500);
      await terminal.press('Escape');
      await lab.pause(500);
      await terminal.press('C-u');
      await terminal.enter('And close');
      await terminal.waitFor(/Closing answer/);
    });
    return lab.produced();
  },
};
