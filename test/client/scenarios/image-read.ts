// A picture read by a tool: the result holds an image block.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Scenario, use } from '../scenario.ts';
import { SMALL_PNG } from '../small-png.ts';

export const imageRead: Scenario = {
  name: 'image-read',
  leaves: /"type":"image"/,
  run: async (lab) => {
    const file = join(lab.scratch.project, 'dot.png');
    await writeFile(file, Buffer.from(SMALL_PNG, 'base64'));
    await lab.print('What is in dot.png?', {
      answers: [{ content: [use('Read', { file_path: file })] }, { text: 'One dot.' }],
    });
    return lab.produced();
  },
};
