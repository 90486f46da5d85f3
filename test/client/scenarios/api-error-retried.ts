// The API is overloaded once; the client tries again and gets its answer.
import type { Scenario } from '../scenario.ts';

export const apiErrorRetried: Scenario = {
  name: 'api-error-retried',
  leaves: /Here I am/,
  run: async (lab) => {
    const overloaded = { status: 529, error: 'overloaded_error', message: 'Overloaded' };
    await lab.print('Are you there?', { answers: [overloaded, { text: 'Here I am.' }] });
    return lab.produced();
  },
};
