import { expect, test } from 'vitest';
import type { CliContext } from '../context.ts';
import { type SecretGroup, secretsText } from './secrets-text.ts';

const context = { color: false } as CliContext;
const ID = '11111111-2222-4333-8444-555555555555';

function group(count: number, more: object = {}): SecretGroup {
  const place = { sessionId: ID, file: `/h/${ID}.jsonl`, line: 3, field: undefined, sent: 'once', ...more };
  return { kind: 'token', masked: 'gh…', sent: 'once', places: Array(count).fill(place) } as SecretGroup;
}

test('a secret in many places is told in a few, with how many more there are', () => {
  expect(secretsText([group(7)], 1, context)).toContain('… and 1 more place (see --json)\n');
  expect(secretsText([group(8)], 1, context)).toContain('… and 2 more places (see --json)\n');
});

test('the name of a field is not cut within a character, nor that of a session that is no id', () => {
  const text = secretsText([group(1, { field: `${'x'.repeat(79)}😀`, sessionId: 'session-a' })], 1, context);
  expect(text).toContain(`${'x'.repeat(79)}\n`);
  expect(text).toContain('clew secrets session-a --scrub');
});
