import { expect, test } from 'vitest';
import { packUsage, unpackUsage } from './pack-usage.ts';
import { fileOf, recordOf } from './usage.fixture.ts';
import { readClientLedger, readUsageRecord } from './usage-record.ts';

test('records come out of their packing as they went in', () => {
  const files = [
    fileOf([
      recordOf({ tools: [{ id: undefined, name: 'Bash' }], fast: true, usOnly: true }),
      recordOf({
        id: undefined,
        time: undefined,
        model: undefined,
        requestId: undefined,
        sessionId: undefined,
      }),
      recordOf({ source: 'progress', sidechain: true, agentId: 'a', final: false, cwd: undefined }),
    ]),
    fileOf([], { sessionId: undefined, agentId: 'x', kind: 'internal', project: undefined }),
  ];
  expect(unpackUsage(packUsage(files))).toEqual(files);
});

test('[K2] a line gives its five figures, searches, mode and place; others give none', () => {
  const value = {
    type: 'assistant',
    uuid: 'u',
    timestamp: '2026-01-05T12:00:00Z',
    message: {
      model: 'm',
      stop_reason: 'end_turn',
      content: [{ type: 'server_tool_use', id: 's', name: 'web_search' }, { type: 'text' }],
      usage: {
        input_tokens: 1,
        output_tokens: 2,
        cache_read_input_tokens: 3,
        cache_creation_input_tokens: 10,
        cache_creation: { ephemeral_1h_input_tokens: 4, ephemeral_5m_input_tokens: 6 },
        server_tool_use: { web_search_requests: 5 },
        speed: 'fast',
        inference_geo: 'us',
      },
    },
  };
  expect(readUsageRecord(value, 7)).toMatchObject({
    id: 'u',
    input: 1,
    output: 2,
    cacheRead: 3,
    cacheWrite5m: 6,
    cacheWrite1h: 4,
    webSearches: 5,
    fast: true,
    usOnly: true,
    final: true,
    tools: [{ id: 's', name: 'web_search' }],
    offset: 7,
  });
  expect(readUsageRecord({ ...value, type: 'user' }, 0)).toBeUndefined();
  expect(readUsageRecord({ type: 'assistant', message: { usage: [] } }, 0)).toBeUndefined();
  expect(readClientLedger({ type: 'cost-state' })).toBeUndefined();
});
