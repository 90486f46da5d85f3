// A talk with parallel calls, forked into a new session by --fork-session and continued there.
import { compareVersions } from '../../../src/base/compare-versions.ts';
import { bash, type Scenario, text } from '../scenario.ts';

export const forked: Scenario = {
  name: 'forked',
  missing: (version) => (compareVersions(version, '2.0.0') < 0 ? 'no --fork-session before 2.0' : undefined),
  leaves: /Both echoed[\s\S]*A new road/,
  run: async (lab) => {
    const parallel = { gap: 150, content: [text('Both.'), bash('echo left'), bash('echo right')] };
    await lab.print('Before the fork', { answers: [parallel, { text: 'Both echoed.' }] });
    const args = ['--resume', await lab.sessionId(), '--fork-session'];
    await lab.print('After the fork', { answers: [{ text: 'A new road.' }] }, { args });
    return lab.produced();
  },
};
