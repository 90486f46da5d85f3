// Makes usage records and files for the tests of accounting: what a test does not name is plain.
import type { FileUsage, UsageFile, UsageRecord } from './usage-record.ts';

export function recordOf(fields: Partial<UsageRecord> = {}): UsageRecord {
  return {
    id: 'msg_1',
    requestId: 'req_1',
    time: Date.parse('2026-01-05T12:00:00Z'),
    model: 'claude-opus-4-6',
    input: 10,
    output: 100,
    cacheRead: 1000,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    fast: false,
    usOnly: false,
    final: true,
    sessionId: 's1',
    agentId: undefined,
    sidechain: false,
    source: 'entry',
    cwd: '/work/a',
    tools: [],
    offset: 0,
    ...fields,
  };
}

export function fileOf(records: readonly UsageRecord[], fields: Partial<UsageFile> = {}): FileUsage {
  const file: UsageFile = {
    file: '/h/projects/-work-a/s1.jsonl',
    slug: '-work-a',
    sessionId: 's1',
    agentId: undefined,
    kind: 'main',
    project: '/work/a',
    ...fields,
  };
  return {
    file,
    records: records.map((record, i) => ({ ...record, offset: i * 100 })),
    costState: undefined,
  };
}
