// An agent started in the background: its call returns at once and it reports later by a notification.
import { compareVersions } from '../../../src/base/compare-versions.ts';
import { type Scenario, text, use } from '../scenario.ts';

export const backgroundAgent: Scenario = {
  name: 'background-agent',
  missing: (version) =>
    compareVersions(version, '2.0.60') < 0 ? 'agents have no run_in_background before 2.0.60' : undefined,
  leaves: /Async agent launched/,
  run: async (lab) => {
    const agent = {
      description: 'Slow work',
      prompt: 'AGENT-SLOW take your time',
      subagent_type: 'general-purpose',
      run_in_background: true,
    };
    await lab.print('Start it and go on', {
      rules: [{ first: 'AGENT-SLOW', answers: [{ delay: 1500, text: 'Slow work done.' }] }],
      answers: [
        { content: [text('Starting it.'), use(lab.agentTool, agent)] },
        { text: 'It runs; I go on.' },
        { text: 'I see that it has ended.' },
      ],
    });
    return lab.produced();
  },
};
