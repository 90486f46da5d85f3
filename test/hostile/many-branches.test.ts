// A session that was rewound thousands of times: its branches share a trunk, which must not be counted once for each.
import { expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from '../../src/base/growth.fixture.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { transcriptRows } from '../../src/render/transcript-rows.fixture.ts';
import { buildThread, type Thread } from '../../src/session/session.ts';

function rewound(times: number): Thread {
  const lines: string[] = [];
  const add = (type: 'user' | 'assistant', parentUuid: string | null, text: string): string => {
    const uuid = `${String(lines.length).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const timestamp = new Date(1.78e12 + lines.length * 1000).toISOString();
    const message = type === 'user' ? { role: type, content: text } : answer(uuid, text);
    lines.push(JSON.stringify({ type, uuid, parentUuid, timestamp, sessionId: 's', message }));
    return uuid;
  };
  let end: string | null = null;
  for (let i = 0; i < times; i++) {
    end = add('assistant', add('user', end, `prompt ${i}`), `answer ${i}`);
    add('assistant', add('user', end, `other prompt ${i}`), `other answer ${i}`);
  }
  return buildThread(parseLog(Buffer.from(`${lines.join('\n')}\n`)));
}

function answer(id: string, text: string): object {
  return { id, role: 'assistant', model: 'm', content: [{ type: 'text', text }] };
}

test('each fork names the branch that leads on from it', () => {
  const thread = rewound(3);
  expect(thread.branches.map(({ prompts, segments }) => [prompts, segments.length])).toEqual([
    [2, 2],
    [3, 3],
    [4, 3],
  ]);
  const forks = transcriptRows({ sessionId: 's', title: undefined, thread, agents: [] }).filter(
    (row) => row.kind === 'fork',
  );
  const others = forks.map(({ others }) =>
    others.map(({ text, branches }) => [text, branches.map(({ number }) => number)]),
  );
  expect(others).toEqual([[['other prompt 0', [1]]], [['other prompt 1', [2]]]]);
});

test('a session rewound eight times as often takes about eight times as long to show', () => {
  const show = (times: number) =>
    transcriptRows({ sessionId: 's', title: undefined, thread: rewound(times), agents: [] });
  expect(growthOf(400, show)).toBeLessThan(NOT_QUADRATIC);
});
