// A prompt typed while a tool runs: the client hands it to the model in the middle of the turn.
import { bash, type Scenario, text } from '../scenario.ts';

export const queuedPrompt: Scenario = {
  name: 'queued-prompt',
  interactive: true,
  // Not the prompt: 1.0.60 writes it nowhere, and up to 2.0.64 only the queue's own line holds it.
  leaves: /Closing answer/,
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
      await lab.waitForRequest('mind the gap', 1_000);
    });
    return lab.produced();
  },
};
