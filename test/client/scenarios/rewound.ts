// Escape twice, back to the second prompt, and another one in its place: two branches, one of them left.
import type { Scenario } from '../scenario.ts';

export const rewound: Scenario = {
  name: 'rewound',
  interactive: true,
  run: async (lab) => {
    const script = {
      answers: [{ text: 'First answer.' }, { text: 'Left answer.' }, { text: 'Right answer.' }],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('First prompt');
      await terminal.waitFor(/First answer/);
      await terminal.enter('Left prompt');
      await terminal.waitFor(/Left answer/);
      await lab.pause(1000);
      await terminal.press('Escape', 'Escape');
      await terminal.waitFor(/Rewind|Jump to a previous message/i);
      await lab.pause(500);
      await terminal.press('Up');
      await lab.pause(300);
      await terminal.press('Enter');
      await lab.pause(1000);
      // Clients with checkpoints ask what to restore; the first choice restores the talk.
      if (/Restore/.test(await terminal.screen())) await terminal.press('Enter');
      await lab.pause(1000);
      await terminal.press('C-u');
      await terminal.enter('Right prompt');
      await terminal.waitFor(/Right answer/);
    });
    return lab.produced();
  },
};
