import { expect, test } from 'vitest';
import { joinBytes } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { predictResume } from '../context/predict-resume.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { type CutOptions, cutSession } from './cut.ts';
import { finishSession } from './finish-session.ts';
import { layOutSession } from './lay-out-session.ts';
import { applyIdentity, makeIdentity } from './new-identity.ts';
import { sessionBytes } from './write-session.ts';

let clock = 0;
const stamp = () => new Date(Date.UTC(2026, 0, 1, 0, 0, clock++)).toISOString();
const line = (
  type: string,
  uuid: string,
  parentUuid: string | null,
  message: JsonObject,
  extra: JsonObject = {},
): JsonObject => ({
  parentUuid,
  type,
  uuid,
  sessionId: 'old',
  timestamp: stamp(),
  message,
  ...extra,
});
const prompt = (uuid: string, parent: string | null, text = `ask ${uuid}`) =>
  line('user', uuid, parent, { role: 'user', content: text });
const block = (uuid: string, parent: string, id: string, content: JsonObject) =>
  line('assistant', uuid, parent, {
    id,
    role: 'assistant',
    model: 'claude-opus-4-6',
    content: [content],
    stop_reason: 'tool_use',
  });
const says = (uuid: string, parent: string, id = `m-${uuid}`) =>
  block(uuid, parent, id, { type: 'text', text: `say ${uuid}` });
const use = (uuid: string, parent: string, id: string, name = 'Bash') =>
  block(uuid, parent, id, { type: 'tool_use', id: `t-${uuid}`, name, input: { command: 'x'.repeat(200) } });
const result = (uuid: string, parent: string, of: string, text = `out ${of}`) =>
  line(
    'user',
    uuid,
    parent,
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t-${of}`, content: text }] },
    { toolUseResult: { stdout: text } },
  );

/** A session of four turns with parallel calls, thinking and a branch left behind. */
const source = (): JsonObject[] => [
  prompt('p1', null),
  block('k1', 'p1', 'm1', { type: 'thinking', thinking: 'hm', signature: 's' }),
  use('u1', 'k1', 'm1'),
  result('r1', 'u1', 'u1', 'long '.repeat(100)),
  use('u2', 'u1', 'm1', 'Read'),
  result('r2', 'u2', 'u2'),
  says('a1', 'r2'),
  {
    type: 'progress',
    uuid: 'g1',
    parentUuid: 'u1',
    parentToolUseID: 't-u1',
    timestamp: stamp(),
    sessionId: 'old',
  },
  prompt('dead', 'a1'),
  says('deadanswer', 'dead'),
  prompt('p2', 'a1'),
  says('a2', 'p2'),
  prompt('p3', 'a2'),
  says('a3', 'p3'),
  prompt('p4', 'a3'),
  use('u4', 'p4', 'm4'),
  result('r4', 'u4', 'u4'),
  says('a4', 'r4'),
  { type: 'last-prompt', lastPrompt: 'ask p4', leafUuid: 'a4', sessionId: 'old' },
];

const clone = (values: readonly JsonObject[], options: CutOptions = {}) => {
  const { session, left } = layOutSession(buildThread(makeEntries(values)));
  const { session: cut, changes } = cutSession(session, options);
  let n = 0;
  const identity = makeIdentity(
    cut.items.map((item) => item.value),
    'new',
    () => `id-${++n}`,
  );
  const finished = applyIdentity(finishSession(cut, { title: 'A copy' }), identity);
  const lines = parseLog(joinBytes([...sessionBytes(finished)]));
  return { lines, changes, left, values: lines.map((one) => (one.kind === 'entry' ? one.value : {})) };
};
const sent = (values: readonly JsonObject[] | ReturnType<typeof clone>['lines'], ...clients: string[]) => {
  const lines =
    'kind' in (values[0] as object)
      ? (values as ReturnType<typeof clone>['lines'])
      : makeEntries(values as readonly JsonObject[]);
  return clients.map((client) =>
    predictResume(lines, { client }).messages.map(({ role, content }) => [role, content]),
  );
};

test('[R2] a clone without cuts is one linear chain that sends what the source sends, with new ids everywhere', () => {
  const values = source();
  const { lines, values: copy, left } = clone(values);
  expect(sent(lines, '2.1.325')).toEqual(sent(values, '2.1.325'));
  const linked = copy.filter((value) => value.uuid !== undefined && value.type !== 'progress');
  expect(linked.map((value) => value.parentUuid)).toEqual([
    null,
    ...linked.slice(0, -1).map((value) => value.uuid),
  ]);
  expect(JSON.stringify(copy)).not.toContain('"old"');
  expect(left).toEqual({ otherBranches: 2 });
});

test('[R2] clients that lose parallel calls of the source read the clone whole', () => {
  const [newest] = sent(source(), '2.1.325');
  const { lines } = clone(source());
  for (const [i, client] of ['2.0.64', '2.1.50', '2.1.100', '2.1.200'].entries()) {
    const texts = (messages: unknown) => JSON.stringify(messages).match(/(?:say|ask|out) \w+|t-u\d/g);
    expect(texts(sent(lines, client)[0]), `client ${i}`).toEqual(texts(newest));
  }
});

test('[R1] the leaf is newest, last among the linked, and named; the title comes last', () => {
  const { values } = clone(source());
  const linked = values.filter((value) => value.uuid !== undefined);
  const leaf = linked.at(-1);
  expect(leaf?.message).toMatchObject({ content: [{ text: 'say a4' }] });
  expect(values.at(-2)).toEqual({
    type: 'last-prompt',
    lastPrompt: 'ask p4',
    leafUuid: leaf?.uuid,
    sessionId: 'new',
  });
  expect(values.at(-1)).toEqual({ type: 'custom-title', customTitle: 'A copy', sessionId: 'new' });
  const times = linked.map((value) => value.timestamp as string);
  expect(times.filter((time) => time >= (leaf?.timestamp as string))).toHaveLength(1);
});

test('[T1] removing the oldest half takes uses and results together, and settles the stop reason', () => {
  const { values, changes } = clone(source(), { removeCalls: { reach: { kind: 'oldest', share: 0.5 } } });
  expect(changes).toEqual({ toolCalls: 2 });
  const text = JSON.stringify(values);
  expect(text).not.toContain('t-u1');
  expect(text).not.toContain('t-u2');
  expect(text).toContain('t-u4');
  // Nothing but thinking was left of the answer, so it went; and so did the progress of its call.
  expect(text).not.toContain('"hm"');
  expect(values.some((value) => value.type === 'progress')).toBe(false);
});

test('[T1] in a session of few turns the share is of the calls', () => {
  const one = source().slice(0, 7);
  const { changes } = clone(one, { removeCalls: { reach: { kind: 'oldest', share: 0.5 } } });
  expect(changes).toEqual({ toolCalls: 1 });
});

test('[T2] truncation keeps shapes, reaches toolUseResult, and does nothing the second time', () => {
  const options: CutOptions = { truncate: [{ reach: { kind: 'all' }, most: 40, inputs: true }] };
  const { values, changes } = clone(source(), options);
  expect(changes).toEqual({ truncatedResults: 1, truncatedInputs: 3 });
  const cut = values.find((value) => JSON.stringify(value).includes('characters cut; see line 4'));
  // The client's own record keeps enough for its ids and paths to stay whole; what is sent is cut to the letter.
  expect(JSON.stringify(cut?.message)).toContain(
    '"long long long long long long long long \\n[… 460 characters cut',
  );
  expect((cut as { toolUseResult: JsonObject }).toolUseResult.stdout).toMatch(
    /^(?:long ){60}\n\[… 200 characters cut; see line 4 of the source session\]$/,
  );
  expect(clone(values, options).changes).toEqual({});
});

test('[M7] removing thinking leaves texts and calls as they are', () => {
  const { values, changes } = clone(source(), { removeThinking: { kind: 'all' } });
  expect(changes).toEqual({ thinkingBlocks: 1 });
  const text = JSON.stringify(values);
  expect(text).not.toContain('"thinking"');
  expect(text).toContain('t-u1');
});

test('[U3] an excerpt keeps the turns named', () => {
  const { values, changes } = clone(source(), { turns: { from: 2, to: 3 } });
  expect(changes).toEqual({ turns: 2 });
  expect(
    JSON.stringify(values)
      .match(/(?:ask|say) \w+/g)
      ?.slice(0, 4),
  ).toEqual(['ask p2', 'say a2', 'ask p3', 'say a3']);
});

test('[L3] what was not named does not change: entries are equal up to ids, parents and times', () => {
  const values = source();
  const plain = ({ uuid: _, parentUuid: __, sessionId: ___, ...rest }: JsonObject) => JSON.stringify(rest);
  const before = new Set(values.map(plain));
  const { values: copy } = clone(values);
  const strange = copy.filter(
    (value) => !before.has(plain(value)) && value.type !== 'last-prompt' && value.type !== 'custom-title',
  );
  // Only lines that moved behind their answer's other lines got a later time.
  expect(strange.map((value) => JSON.stringify(value.message).match(/t-u\d/)?.[0])).toEqual(['t-u1']);
});

test('[R1] times beyond every calendar are set anew, and the others stay', () => {
  const far = '+275760-09-13T00:00:00.000Z';
  const values = [
    { ...prompt('p1', null), timestamp: far },
    { ...says('a1', 'p1'), timestamp: far },
    prompt('p2', 'a1'),
  ];
  const { session } = layOutSession(buildThread(makeEntries(values)));
  const chain = finishSession(session, { title: '' }).items.filter(({ role }) => role === 'chain');
  const times = chain.map(({ value }) => value.timestamp as string);
  expect(times[2]).toBe(values[2]?.timestamp);
  expect([...times].sort()).toEqual(times);
});

test('[L1] the last prompt is kept without half of a character', () => {
  const { session } = layOutSession(buildThread(makeEntries([prompt('p1', null, `${'x'.repeat(199)}🧵🧵`)])));
  const named = finishSession(session, { title: '' }).items.find(({ value }) => value.type === 'last-prompt');
  expect(named?.value.lastPrompt).toBe('x'.repeat(199));
});
