// Escape before the first word of the answer; newer clients put the prompt back and write its next one beside it.
import type { Scenario } from '../scenario.ts';

export const cancelledPrompt: Scenario = {
  name: 'cancelled-prompt',
  interactive: true,
  leaves: /Too early/,
  run: async (lab) => {
    const script = {
      rules: [{ last: 'Too early$', answers: [{ delay: 20_000, text: 'Never seen.' }] }],
      answers: [{ text: 'Opening answer.' }, { text: 'Closing answer.' }],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('An opening');
      await terminal.waitFor(/Opening answer/);
      await terminal.enter('Too early');
      await lab.waitForRequest('Too early');
      await lab.pause(300);
      await terminal.press('Escape');
      await lab.pause(800);
      await terminal.press('C-u');
      await terminal.enter('The right one');
      await terminal.waitFor(/Closing answer/);
    });
    return lab.produced();
  },
};
