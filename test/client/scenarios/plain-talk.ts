// One prompt and one answer: the least a session can be.
import type { Scenario } from '../scenario.ts';

export const plainTalk: Scenario = {
  name: 'plain-talk',
  leaves: /Good morning to you/,
  run: async (lab) => {
    await lab.print('Good morning', { answers: [{ text: 'Good morning to you.' }] });
    return lab.produced();
  },
};
