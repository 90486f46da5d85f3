// Twelve requests in a row, each with one call: shell, write, read and edit.
import { bash, type Scenario, text, use } from '../scenario.ts';

export const longToolLoop: Scenario = {
  name: 'long-tool-loop',
  leaves: /step 7/,
  run: async (lab) => {
    const file = `${lab.scratch.project}/notes.txt`;
    const calls = [
      use('Write', { file_path: file, content: 'line 1\n' }),
      use('Read', { file_path: file }),
      use('Edit', { file_path: file, old_string: 'line 1', new_string: 'line one' }),
      ...Array.from({ length: 8 }, (_, step) => bash(`echo step ${step}`)),
    ];
    const answers = calls.map((call, step) => ({
      content: step % 3 === 0 ? [text(`Step ${step}.`), call] : [call],
    }));
    await lab.print('Work through the list', { answers: [...answers, { text: 'All steps done.' }] });
    return lab.produced();
  },
};
