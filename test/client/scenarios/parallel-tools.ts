// Three calls in one message, one of them failing, with gaps so that tools may run while the message streams.
import { bash, type Scenario, text } from '../scenario.ts';

export const parallelTools: Scenario = {
  name: 'parallel-tools',
  leaves: /no\/such\/folder/,
  run: async (lab) => {
    await lab.print('Three things at once', {
      answers: [
        {
          gap: 200,
          content: [text('All three.'), bash('echo one'), bash('ls /no/such/folder'), bash('echo three')],
        },
        { text: 'Two went well.' },
      ],
    });
    return lab.produced();
  },
};
