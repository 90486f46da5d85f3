// A prompt of text and a picture, sent as JSON on the standard input.
import { compareVersions } from '../../../src/base/compare-versions.ts';
import type { Scenario } from '../scenario.ts';
import { SMALL_PNG } from '../small-png.ts';

export const imagePrompt: Scenario = {
  name: 'image-prompt',
  missing: (version) =>
    compareVersions(version, '2.0.0') < 0
      ? 'a prompt given as JSON may hold one block only in 1.0.x'
      : undefined,
  leaves: /"type":"image"/,
  run: async (lab) => {
    const source = { type: 'base64', media_type: 'image/png', data: SMALL_PNG };
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image', source },
    ];
    const line = {
      type: 'user',
      message: { role: 'user', content },
      parent_tool_use_id: null,
      session_id: '',
    };
    const args = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
    await lab.print('', { answers: [{ text: 'A dot.' }] }, { args, input: `${JSON.stringify(line)}\n` });
    return lab.produced();
  },
};
