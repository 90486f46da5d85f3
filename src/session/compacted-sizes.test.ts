import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { compactedSizes } from './compacted-sizes.ts';

const answer = (tokens: number, model = 'claude-opus-4-6'): JsonObject => ({
  type: 'assistant',
  message: { model, usage: { input_tokens: tokens, output_tokens: 1 } },
});
const boundary = (compactMetadata: JsonObject): JsonObject => ({
  type: 'system',
  subtype: 'compact_boundary',
  compactMetadata,
});

test('[G4] a compaction leaves what the client noted, or what the next request sends', () => {
  const first = makeEntries([
    answer(150),
    boundary({ preTokens: 160 }),
    answer(0),
    answer(30, '<synthetic>'),
    answer(40),
    answer(90),
    boundary({ preTokens: 95, postTokens: 20 }),
  ]);
  const second = makeEntries([{ type: 'user', message: { content: 'go on' } }, answer(50), boundary({})]);
  expect([...compactedSizes([{ entries: first }, { entries: second }]).values()]).toEqual([
    { before: 160, after: 40, goesOn: true },
    { before: 95, after: 20, goesOn: false },
  ]);
});
