// Thinking before a tool call, between calls and before the last answer, and again in a second turn.
import { bash, type Scenario, text, thinking } from '../scenario.ts';

export const thinkingBlocks: Scenario = {
  name: 'thinking-blocks',
  leaves: /"type":"thinking"/,
  run: async (lab) => {
    await lab.print('Think it over', {
      answers: [
        { gap: 150, content: [thinking('I should look first.'), text('Let me look.'), bash('echo looked')] },
        { gap: 150, content: [thinking('Now I know.'), text('It is done.')] },
      ],
    });
    const id = await lab.sessionId();
    const again = { answers: [{ gap: 150, content: [thinking('Short.'), text('Still done.')] }] };
    await lab.print('And again?', again, { args: ['--resume', id] });
    return lab.produced();
  },
};
