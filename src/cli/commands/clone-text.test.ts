import { expect, test } from 'vitest';
import type { CloneReport } from '../../load/clone-session.ts';
import { cloneText } from './clone-text.ts';

const report = (more: Partial<CloneReport> = {}) =>
  ({
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
    ...more,
  }) as unknown as CloneReport;

test('a clone tells tokens and sizes in the figures of clew context and clew ls', () => {
  const text = cloneText(report(), '/work');
  expect(text).toContain('tokens      57.0k → 12.4k\n');
  expect(text).toContain('size        64.4 kB → 1.3 MB\n');
  expect(text).toContain('44.6k fewer tokens');
});

test('one agent stays behind with its call, several with theirs', () => {
  expect(cloneText(report({ agents: { kept: 2, left: 1 } }), '/work')).toContain('1 left with its call\n');
  expect(cloneText(report({ agents: { kept: 0, left: 2 } }), '/work')).toContain('2 left with their calls\n');
});

test('a name that is no id is told whole', () => {
  expect(cloneText(report({ sourceId: 'my-old-session' }), '/work')).toContain(
    'Would clone my-old-session as',
  );
});
