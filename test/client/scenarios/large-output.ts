// A shell command whose output is too large for the transcript: cut, or kept in tool-results/ (from 2.1.3).
import { bash, type Scenario } from '../scenario.ts';

export const largeOutput: Scenario = {
  name: 'large-output',
  leaves: /persisted-output|truncated/,
  run: async (lab) => {
    await lab.print('Count far', {
      answers: [{ content: [bash('seq 1 60000')] }, { text: 'That was a lot.' }],
    });
    return lab.produced();
  },
};
