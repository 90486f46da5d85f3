import { expect, test } from 'vitest';
import type { CloneReport } from '../../load/clone-session.ts';
import { cloneText } from './clone-text.ts';

test('a clone tells tokens and sizes in the figures of clew context and clew ls', () => {
  const report = {
    dryRun: true,
    sourceId: 'a1b2c3d4',
    sessionId: 'e5f6a7b8',
    title: 'Lamps',
    changes: {},
    left: {},
    notes: [],
    turns: { before: 3, after: 3 },
    tokens: { before: 57_012, after: 12_400, basis: 'attributed' },
    bytes: { before: 64_420, after: 1_250_000 },
    agents: { kept: 0, left: 0 },
  } as unknown as CloneReport;
  const text = cloneText(report, '/work');
  expect(text).toContain('tokens      57.0k → 12.4k\n');
  expect(text).toContain('size        64.4 kB → 1.3 MB\n');
  expect(text).toContain('44.6k fewer tokens');
});
