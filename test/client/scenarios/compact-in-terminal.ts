// /compact typed by a person after two turns, and one more turn after it.
import type { Scenario } from '../scenario.ts';

export const compactInTerminal: Scenario = {
  name: 'compact-in-terminal',
  interactive: true,
  leaves: /Two things were said/,
  run: async (lab) => {
    const script = {
      answers: [{ text: 'First answer.' }, { text: 'Second answer.' }, { text: 'Third answer.' }],
      compactions: [{ text: '<summary>\nTwo things were said.\n</summary>' }],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('First prompt');
      await terminal.waitFor(/First answer/);
      await terminal.enter('Second prompt');
      await terminal.waitFor(/Second answer/);
      await lab.pause(500);
      await terminal.enter('/compact');
      await terminal.waitFor(/Compacted|Conversation compacted/i);
      await lab.pause(1000);
      await terminal.enter('Third prompt');
      await terminal.waitFor(/Third answer/);
    });
    return lab.produced();
  },
};
