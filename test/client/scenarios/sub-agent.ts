// One agent that makes a call of its own before it reports.
import { bash, type Scenario, text, use } from '../scenario.ts';

export const subAgent: Scenario = {
  name: 'sub-agent',
  leaves: /There are none/,
  run: async (lab) => {
    const agent = {
      description: 'Count files',
      prompt: 'AGENT-ONE count the files',
      subagent_type: 'general-purpose',
    };
    await lab.print('Let an agent count', {
      rules: [
        { first: 'AGENT-ONE', answers: [{ content: [bash('ls | wc -l')] }, { text: 'There are none.' }] },
      ],
      answers: [
        { content: [text('I will delegate.'), use(lab.agentTool, agent)] },
        { text: 'The agent counted.' },
      ],
    });
    return lab.produced();
  },
};
