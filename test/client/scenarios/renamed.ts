// A session given a name by /rename between two prompts.
import { compareVersions } from '../../../src/base/compare-versions.ts';
import type { Scenario } from '../scenario.ts';

export const renamed: Scenario = {
  name: 'renamed',
  interactive: true,
  missing: (version) =>
    compareVersions(version, '2.1.0') < 0 ? '/rename is an unknown command up to 2.0.64' : undefined,
  leaves: /"type":"custom-title"/,
  run: async (lab) => {
    const script = { answers: [{ text: 'First answer.' }, { text: 'Second answer.' }] };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('First prompt');
      await terminal.waitFor(/First answer/);
      await lab.pause(500);
      await terminal.enter('/rename lab-talk');
      await terminal.waitFor(/renamed/i);
      await terminal.enter('Second prompt');
      await terminal.waitFor(/Second answer/);
    });
    return lab.produced();
  },
};
