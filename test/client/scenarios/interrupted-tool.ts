// Escape while one of two parallel calls runs; then the talk goes on.
import { bash, type Scenario, text } from '../scenario.ts';

export const interruptedTool: Scenario = {
  name: 'interrupted-tool',
  interactive: true,
  leaves: /Request interrupted by user for tool use/,
  run: async (lab) => {
    // Not `sleep`: the newest clients refuse a bare one.
    const script = {
      answers: [
        { content: [text('Waiting.'), bash('tail -f /dev/null'), bash('tail -f /dev/null /dev/null')] },
        { text: 'Closing answer.' },
      ],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('Wait for half a minute');
      await lab.waitForRequest('Wait for half a minute');
      await lab.pause(2500);
      await terminal.press('Escape');
      // No wait for "Interrupted": 2.1.50 to 2.1.233 fold the two calls away and do not show it.
      await terminal.enter('Stop that');
      await terminal.waitFor(/Closing answer/);
    });
    return lab.produced();
  },
};
