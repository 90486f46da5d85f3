// A prompt typed while a tool runs: the client hands it to the model in the middle of the turn.
import { bash, type Scenario, text } from '../scenario.ts';

export const queuedPrompt: Scenario = {
  name: 'queued-prompt',
  interactive: true,
  leaves: /mind the gap/,
  run: async (lab) => {
    const script = {
      answers: [
        { content: [text('Working.'), bash('timeout 5 tail -f /dev/null; echo waited')] },
        { content: [text('One more.'), bash('echo more')] },
        { text: 'Closing answer.' },
      ],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('Start the work');
      await terminal.waitFor(/Working/);
      await lab.pause(700);
      await terminal.type('And mind the gap');
      await lab.pause(400);
      await terminal.press('Enter');
      await terminal.waitFor(/Closing answer/, 20_000);
    });
    return lab.produced();
  },
};
