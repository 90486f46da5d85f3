// One talk over three processes: the first, --resume and --continue (1.0.60 copies it into a new file each time).
import { bash, type Scenario, text } from '../scenario.ts';

export const resumed: Scenario = {
  name: 'resumed',
  run: async (lab) => {
    await lab.print('One', {
      answers: [{ content: [text('Looking.'), bash('echo one')] }, { text: 'One it is.' }],
    });
    await lab.print(
      'Two',
      { answers: [{ text: 'Two it is.' }] },
      { args: ['--resume', await lab.sessionId()] },
    );
    await lab.print('Three', { answers: [{ text: 'Three it is.' }] }, { args: ['--continue'] });
    return lab.produced();
  },
};
