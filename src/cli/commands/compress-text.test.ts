import { expect, test } from 'vitest';
import type { CompressReport } from '../../compress/compress-session.ts';
import { compressText } from './compress-text.ts';

function report(cached: number): CompressReport {
  return {
    dryRun: true,
    sourceId: 's',
    sessionId: 'c',
    title: 'Lamps',
    changes: {},
    left: {},
    notes: [],
    turns: { before: 1, after: 1 },
    tokens: { before: 9, after: 9, basis: 'attributed' },
    bytes: { before: 9, after: 9 },
    agents: { kept: 0, left: 0 },
    compression: {
      provider: 'anthropic',
      model: 'm',
      destination: 'api.example',
      texts: cached,
      cached,
      kept: 0,
      calls: 0,
      input: 0,
      output: 0,
      cost: 0,
      secrets: 0,
      bands: [],
    },
  } as unknown as CompressReport;
}

test('where all is known from an earlier run, nobody is asked', () => {
  expect(compressText(report(1), '/')).toContain('nobody: the one text is known from an earlier run\n');
  expect(compressText(report(3), '/')).toContain('nobody: all 3 texts are known from an earlier run\n');
});
