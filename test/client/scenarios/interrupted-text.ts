// Escape while the answer streams, after some thinking; then the talk goes on.
import { type Scenario, text, thinking } from '../scenario.ts';

export const interruptedText: Scenario = {
  name: 'interrupted-text',
  interactive: true,
  leaves: /Request interrupted by user/,
  run: async (lab) => {
    const long = Array.from({ length: 60 }, (_, word) => `word${word}`).join(' ');
    const script = {
      rules: [
        { last: 'Tell me slowly', answers: [{ wordGap: 250, content: [thinking('Slowly.'), text(long)] }] },
      ],
      answers: [{ text: 'Opening answer.' }, { text: 'Closing answer.' }],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('An opening');
      await terminal.waitFor(/Opening answer/);
      await terminal.enter('Tell me slowly');
      // The newest clients show whole lines only: wait by the requests, then long enough for a few words.
      await lab.waitForRequest('Tell me slowly');
      await lab.pause(2500);
      await terminal.press('Escape');
      await terminal.waitFor(/Interrupted/i);
      await terminal.enter('Never mind, close it');
      await terminal.waitFor(/Closing answer/);
    });
    return lab.produced();
  },
};
