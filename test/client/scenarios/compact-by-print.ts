// /compact as a -p prompt of its own, and one more turn after it.
import type { Scenario } from '../scenario.ts';

export const compactByPrint: Scenario = {
  name: 'compact-by-print',
  leaves: /compact_boundary|Compacted/,
  run: async (lab) => {
    await lab.print('Tell me a story', { answers: [{ text: 'Once upon a time.' }] });
    const resume = async () => ['--resume', await lab.sessionId()];
    await lab.print('Go on', { answers: [{ text: 'And so it went.' }] }, { args: await resume() });
    const compactions = [{ text: '<summary>\nA story was told.\n</summary>' }];
    await lab.print('/compact', { compactions }, { args: await resume(), mayFail: true });
    // 1.0.x writes the outcome to another file, which may hold no talk at all.
    if (lab.from('2.0.0')) {
      await lab.print('And then?', { answers: [{ text: 'The end.' }] }, { args: await resume() });
    }
    return lab.produced();
  },
};
