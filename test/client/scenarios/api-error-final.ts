// The API refuses a request for good; the client writes its own words as an answer, and the talk goes on later.
import type { Scenario } from '../scenario.ts';

export const apiErrorFinal: Scenario = {
  name: 'api-error-final',
  // Not the flag isApiErrorMessage: the copy that 1.0.60 makes on resume has lost it.
  leaves: /API Error/,
  run: async (lab) => {
    // More than once: clients up to 2.0.64 ask again without streaming before they give up.
    const refused = { status: 400, error: 'invalid_request_error', message: 'messages: scripted refusal' };
    await lab.print('First question', { answers: [{ text: 'First answer.' }] });
    const resume = async () => ['--resume', await lab.sessionId()];
    await lab.print(
      'Second question',
      { rules: [{ last: 'Second question', answers: Array(12).fill(refused) }] },
      { args: await resume(), mayFail: true },
    );
    await lab.print('Third question', { answers: [{ text: 'Third answer.' }] }, { args: await resume() });
    return lab.produced();
  },
};
