// Two agents called in one message, working at the same time.
import { bash, type Scenario, use } from '../scenario.ts';

export const twoAgents: Scenario = {
  name: 'two-agents',
  leaves: /left done/,
  run: async (lab) => {
    const agent = (word: string) =>
      use(lab.agentTool, {
        description: `Ask ${word}`,
        prompt: `AGENT-${word} go`,
        subagent_type: 'general-purpose',
      });
    const work = (word: string) => [
      { delay: 200, content: [bash(`echo ${word}`)] },
      { delay: 200, text: `${word} done.` },
    ];
    await lab.print('Two agents please', {
      rules: [
        { first: 'AGENT-LEFT', answers: work('left') },
        { first: 'AGENT-RIGHT', answers: work('right') },
      ],
      answers: [{ gap: 100, content: [agent('LEFT'), agent('RIGHT')] }, { text: 'Both reported.' }],
    });
    return lab.produced();
  },
};
