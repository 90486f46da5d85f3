// Usage near the window's end in the middle of a tool loop: the client compacts by itself and goes on.
import { bash, type Scenario, text } from '../scenario.ts';

export const compactAutomatic: Scenario = {
  name: 'compact-automatic',
  run: async (lab) => {
    // The newest clients' default model has a window of a million tokens.
    const full = { cache_read_input_tokens: lab.from('2.1.200') ? 985_000 : 185_000 };
    await lab.print('Small start', { answers: [{ text: 'Started.' }] });
    await lab.print(
      'Fill the window',
      {
        answers: [
          { content: [text('First call.'), bash('echo before')] },
          { usage: full, content: [text('Second call.'), bash('echo filling')] },
          { text: 'Went on after the summary.' },
        ],
        compactions: [{ text: '<summary>\nThe window was filled.\n</summary>' }],
      },
      { args: ['--resume', await lab.sessionId()] },
    );
    return lab.produced();
  },
};
