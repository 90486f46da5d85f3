import { expect, test } from 'vitest';
import { writePrompt } from './write-prompt.ts';

test('[L1] halves of characters, which an API refuses, are not sent', () => {
  const request = { id: 'a', kind: 'result', tool: 'Bash', tokens: 90, target: 9, wanted: [] } as const;
  const { prompt } = writePrompt({
    requests: [{ ...request, text: 'torn \ud83d here, whole 😀 there' }],
    before: 'ends in \ud83d',
    after: '\ude00 begins',
  });
  expect(prompt).toContain('torn \ufffd here, whole 😀 there');
  expect(JSON.stringify(prompt)).not.toContain('\\ud');
});
