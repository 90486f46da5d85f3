// One talk over three processes: the first, --resume and --continue (1.0.60 copies it into a new file each time).
import { bash, type Scenario, text } from '../scenario.ts';

export const resumed: Scenario = {
  name: 'resumed',
  leaves: /One it is[\s\S]*Two it is[\s\S]*Three it is/,
  run: async (lab) => {
    await lab.print('One', {
      answers: [{ content: [text('Looking.'), bash('echo one')] }, { text: 'One it is.' }],
    });
    await lab.print(
      'Two',
      { answers: [{ text: 'Two it is.' }] },
      { args: ['--resume', await lab.sessionId()] },
    );
    // 2.1.100 starts a new session instead of continuing one that -p made.
    const blind = lab.from('2.1.81') && !lab.from('2.1.120');
    const args = blind ? ['--resume', await lab.sessionId()] : ['--continue'];
    await lab.print('Three', { answers: [{ text: 'Three it is.' }] }, { args });
    return lab.produced();
  },
};
