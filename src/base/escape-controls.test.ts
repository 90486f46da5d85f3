import { expect, test } from 'vitest';
import { escapeControls } from './escape-controls.ts';

test('escapeControls leaves no control character in JSON and changes no data', () => {
  const data = { 'k\u009b': '\u001b[31m\u0085\u202e\u007fé' };
  const json = escapeControls(JSON.stringify(data, null, 2));
  expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(json)).toEqual(data);
});
