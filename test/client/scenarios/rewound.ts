// Escape twice, back to the second prompt, and another one in its place: two branches, one of them left.
import type { Scenario } from '../scenario.ts';
import type { Terminal } from '../terminal.ts';

export const rewound: Scenario = {
  name: 'rewound',
  interactive: true,
  leaves: /Left answer[\s\S]*Right answer/,
  run: async (lab) => {
    const script = {
      answers: [{ text: 'First answer.' }, { text: 'Left answer.' }, { text: 'Right answer.' }],
    };
    await lab.terminal(script, async (terminal) => {
      await terminal.enter('First prompt');
      await terminal.waitFor(/First answer/);
      await terminal.enter('Left prompt');
      await terminal.waitFor(/Left answer/);
      await terminal.settle();
      await openMenu(terminal);
      await terminal.press('Up');
      await lab.pause(300);
      await terminal.press('Enter');
      await lab.pause(1000);
      // Clients with checkpoints ask what to restore; the first choice restores the talk.
      if (/Restore/.test(await terminal.screen())) await terminal.press('Enter');
      await lab.pause(1000);
      // The old prompt is put back, with the cursor before or behind it.
      await terminal.press('C-u', 'C-k');
      await terminal.enter('Right prompt');
      await terminal.waitFor(/Right answer/);
    });
    return lab.produced();
  },
};

/** Two Escapes too close are one key, too far apart two of them: tried until the menu is there. */
async function openMenu(terminal: Terminal): Promise<void> {
  for (const gap of [150, 300, 80, 500, 200]) {
    await terminal.press('Escape');
    await new Promise((done) => setTimeout(done, gap));
    await terminal.press('Escape');
    const open = terminal.waitFor(/Rewind|Jump to a previous message/i, 2_500);
    if (
      await open.then(
        () => true,
        () => false,
      )
    ) {
      return terminal.settle();
    }
  }
  throw new Error(`the menu did not open:\n${await terminal.screen()}`);
}
