import { expect, test } from 'vitest';
import type { CompressReport } from './compress-session.ts';
import { reportMarkdown } from './report-markdown.ts';
import type { UnitOutcome } from './run-compression.ts';

const REPORT = {
  sourceId: 'a1b2',
  sessionId: 'c3d4',
  dryRun: false,
  tokens: { before: 100, after: 10 },
  compression: { provider: 'openai', model: 'm', texts: 1, kept: 0, bands: [] },
} as unknown as CompressReport;

test('what a session calls its tools is no link, no picture and no heading of the report', () => {
  const tool = 'x](http://evil.example) ![](http://evil.example/seen.png)\n# *Owned*';
  const unit = { kind: 'result', turn: 1, lastTurn: 1, line: 3, tokens: 90, target: 9, text: 'old', tool };
  const outcome = { unit, text: 'new', tokens: 9, how: 'asked', why: undefined } as unknown as UnitOutcome;
  const text = [...reportMarkdown(REPORT, [outcome])].join('');
  expect(text).not.toMatch(/\]\(|!\[|^# \*?Owned|\*Owned/m);
  expect(text).toContain('http://evil.example');
});
