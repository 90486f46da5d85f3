// Usage near the window's end in the middle of a tool loop: the client compacts by itself and goes on.
import { bash, type Scenario, text } from '../scenario.ts';

export const compactAutomatic: Scenario = {
  name: 'compact-automatic',
  // 1.0.60 makes the request for a summary, goes on with it, and writes nothing of it.
  leaves: /Went on after the summary/,
  run: async (lab) => {
    // 2.1.200 compacts by the figures for this model, but not for opus-4-8 (its default), sonnet-4-5 or haiku-4-5.
    const model = lab.from('2.1.200') ? ['--model', 'claude-sonnet-4-6'] : [];
    await lab.print('Small start', { answers: [{ text: 'Started.' }] }, { args: model });
    const run = await lab.print(
      'Fill the window',
      {
        answers: [
          { content: [text('First call.'), bash('echo before')] },
          {
            usage: { cache_read_input_tokens: 190_000 },
            content: [text('Second call.'), bash('echo filling')],
          },
          { text: 'Went on after the summary.' },
        ],
        compactions: [{ text: '<summary>\nThe window was filled.\n</summary>' }],
      },
      { args: [...model, '--resume', await lab.sessionId()] },
    );
    if (!run.requests.some(({ kind }) => kind === 'compact')) throw new Error('the client did not compact');
    return lab.produced();
  },
};
