import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { predictResume } from '../context/predict-resume.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { brokenShape, cloneBytes } from './clone-laws.fixture.ts';
import type { CutOptions } from './cut.ts';
import { makeIdentity, renameIds } from './new-identity.ts';
import { recutThread } from './recut-thread.fixture.ts';
import { settleUsage } from './settle-usage.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const entry = (
  type: string,
  uuid: string,
  parentUuid: string | null,
  second: number,
  more: JsonObject,
): JsonObject => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's',
  timestamp: at(second),
  ...more,
});
const asks = (uuid: string, parent: string | null, second: number, more: JsonObject = {}) =>
  entry('user', uuid, parent, second, { message: { role: 'user', content: `ask ${uuid}` }, ...more });
const answer = (uuid: string, parent: string, second: number, block: JsonObject, more: JsonObject = {}) =>
  entry('assistant', uuid, parent, second, {
    message: { id: `m-${uuid}`, role: 'assistant', model: 'claude-opus-4-6', content: [block] },
    ...more,
  });
const says = (uuid: string, parent: string, second: number, more: JsonObject = {}) =>
  answer(uuid, parent, second, { type: 'text', text: `say ${uuid}` }, more);
const uses = (uuid: string, parent: string, second: number) =>
  answer(uuid, parent, second, { type: 'tool_use', id: `t-${uuid}`, name: 'Bash', input: {} });
const result = (uuid: string, parent: string, second: number, of: string) =>
  entry('user', uuid, parent, second, {
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t-${of}`, content: `out ${of}` }],
    },
  });

function words(
  lines: readonly (JsonObject | string)[],
  cut: CutOptions = {},
  ...clients: string[]
): string[][] {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const thread = buildThread(parseLog(encodeUtf8(text)));
  const bytes = cloneBytes(recutThread(thread, { title: 'x', cut }));
  expect(brokenShape(bytes)).toEqual([]);
  const copy = parseLog(bytes);
  return (clients.length > 0 ? clients : ['2.1.325']).map(
    (client) =>
      JSON.stringify(predictResume(copy, { client }).messages.map((message) => message.content)).match(
        /(?:ask|say|out) \w+/g,
      ) ?? [],
  );
}

const ALL = { removeCalls: { reach: { kind: 'all' } } } as const;
const CLIENTS = ['1.0.60', '2.0.64', '2.1.50', '2.1.100', '2.1.200', '2.1.325'];
const inAll = (expected: string[]) => CLIENTS.map(() => expected);

test('[G2] a rewound branch whose parent is a removed result stays dead', () => {
  const lines = [
    asks('p1', null, 1),
    uses('u1', 'p1', 2),
    result('r1', 'u1', 3, 'u1'),
    asks('dead', 'r1', 4),
    says('deader', 'dead', 5),
    says('a1', 'r1', 6),
    asks('p2', 'a1', 7),
    says('a2', 'p2', 8),
  ];
  expect(words(lines, ALL, ...CLIENTS)).toEqual(inAll(['ask p1', 'say a1', 'ask p2', 'say a2']));
});

test('[R4] a parent that the source lacks is never replaced by a stranger', () => {
  const lines = [
    asks('other', null, 1),
    says('stranger', 'other', 2),
    // Far more than five seconds later: no client joins the two.
    asks('p1', 'lost', 100),
    says('a1', 'p1', 101),
  ];
  expect(words(lines, {}, ...CLIENTS)).toEqual(inAll(['ask p1', 'say a1']));
});

test('[F2] rows of sub-agents in the main file are not joined to the talk', () => {
  const side = { isSidechain: true };
  const lines = [
    asks('p1', null, 1),
    uses('u1', 'p1', 2),
    asks('agent', null, 3, side),
    says('agentsays', 'agent', 4, side),
    result('r1', 'u1', 5, 'u1'),
    says('a1', 'r1', 6),
    says('later', 'agentsays', 7, side),
  ];
  expect(words(lines, {}, ...CLIENTS)).toEqual(inAll(['ask p1', 'out u1', 'say a1']));
});

test('[G2] what hung on a dropped attachment or progress entry is not lost with it', () => {
  const lines = [
    asks('p1', null, 1),
    entry('attachment', 'note', 'p1', 2, { attachment: { type: 'task_reminder', content: [] } }),
    uses('u1', 'note', 3),
    entry('progress', 'g1', 'u1', 4, { parentToolUseID: 't-u1', data: {} }),
    result('r1', 'g1', 5, 'u1'),
    says('a1', 'r1', 6),
  ];
  const drop = { drop: ['attachments', 'progress'] } as const;
  expect(words(lines, drop, ...CLIENTS)).toEqual(inAll(['ask p1', 'out u1', 'say a1']));
});

test('[G10] a file whose lines name several sessions is one conversation, and its clone names one', () => {
  const lines = [
    asks('p1', null, 1, { sessionId: 'first' }),
    says('a1', 'p1', 2, { sessionId: 'first' }),
    asks('p2', 'a1', 3, { sessionId: 'second' }),
    says('a2', 'p2', 4),
  ];
  expect(words(lines, {}, ...CLIENTS)).toEqual(inAll(['ask p1', 'say a1', 'ask p2', 'say a2']));
  const thread = buildThread(parseLog(encodeUtf8(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))));
  const clone = new TextDecoder().decode(cloneBytes(recutThread(thread, { title: 'x' })));
  expect(new Set(clone.match(/(?<="sessionId":")[^"]*/g)).size).toBe(1);
});

test('[R4] what hung on progress is read by clients that do not know progress', () => {
  const lines = [
    asks('p1', null, 1),
    uses('u1', 'p1', 2),
    entry('progress', 'g1', 'u1', 3, { parentToolUseID: 't-u1', data: {} }),
    entry('progress', 'g2', 'g1', 4, { parentToolUseID: 't-u1', data: {} }),
    result('r1', 'g2', 5, 'u1'),
    says('a1', 'r1', 6),
  ];
  expect(words(lines, {}, ...CLIENTS)).toEqual(inAll(['ask p1', 'out u1', 'say a1']));
});

test('[L1] bad lines stay behind, and of a joined line the clone holds what the client reads', () => {
  const lines = [
    'not json',
    asks('p1', null, 1),
    '',
    '[1, 2]',
    `${JSON.stringify(says('a1', 'p1', 2))}${JSON.stringify(asks('second', 'a1', 3))}`,
    asks('p2', 'a1', 4),
    '{"type":"user","uuid":"torn","par',
    says('a2', 'p2', 5),
  ];
  expect(words(lines)).toEqual([['ask p1', 'say a1', 'ask p2', 'say a2']]);
});

test('[R1] nothing that hangs on the new end of a rewind is read behind it', () => {
  const lines = [
    asks('p1', null, 1),
    says('a1', 'p1', 2),
    entry('attachment', 'side', 'a1', 3, {
      attachment: { type: 'hook_additional_context', hookName: 'h', content: ['say hook'] },
    }),
    asks('p2', 'a1', 4),
    says('a2', 'p2', 5),
  ];
  expect(words(lines, { turns: { to: 1 } })).toEqual([['ask p1', 'say a1']]);
});

test('[R8] ids are renamed in every field that names one, and never in what was said', () => {
  const uuid = '11111111-1111-4111-8111-111111111111';
  const identity = makeIdentity([{ uuid, sessionId: 'user' }], 'new', () => 'fresh');
  const value = {
    type: 'user',
    uuid,
    sessionId: 'user',
    unknownField: { deep: [uuid] },
    message: { role: 'user', content: [{ type: 'text', text: uuid }] },
    text: `see ${uuid}`,
  };
  expect(renameIds(value, identity)).toEqual({
    type: 'user',
    uuid: 'fresh',
    sessionId: 'new',
    unknownField: { deep: ['fresh'] },
    message: { role: 'user', content: [{ type: 'text', text: uuid }] },
    text: `see ${uuid}`,
  });
});

test('[R5] text beside a call that was never answered does not come to light when the call goes', () => {
  const both = answer('u1', 'p1', 2, { type: 'text', text: 'say hidden' });
  const message = both.message as { content: JsonObject[] };
  message.content.push({ type: 'tool_use', id: 't-u1', name: 'Bash', input: {} });
  const lines = [asks('p1', null, 1), both, asks('p2', 'u1', 3), says('a2', 'p2', 4)];
  expect(words(lines)).toEqual([['ask p1', 'ask p2', 'say a2']]);
  expect(words(lines, ALL)).toEqual([['ask p1', 'ask p2', 'say a2']]);
});

test('[resume R28] a cut session says its new size, or the client would compact it at once', () => {
  const usage = {
    input_tokens: 5,
    cache_creation_input_tokens: 5,
    cache_read_input_tokens: 180_000,
    output_tokens: 90,
    iterations: [{ cache_read_input_tokens: 180_000, output_tokens: 90 }],
  };
  const last = says('a1', 'p1', 2);
  const lines = [asks('p1', null, 1), { ...last, message: { ...(last.message as JsonObject), usage } }];
  const thread = buildThread(parseLog(encodeUtf8(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))));
  const { session } = recutThread(thread, { title: 'x' });
  const settled = settleUsage(session, 70_000);
  expect(settled.changes).toEqual({ usageSettled: 1 });
  const text = JSON.stringify(settled.session.items.map((item) => item.value));
  expect(text).toContain('"cache_read_input_tokens":69900,"output_tokens":90');
  expect(text).toContain('"iterations":[{"cache_read_input_tokens":69910,');
  expect(settleUsage(session, 200_000).changes).toEqual({});
});
