import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import type { JsonObject } from '../../base/json.ts';
import { predictResume } from '../../context/predict-resume.ts';
import { parseLog } from '../../log/read-log.ts';
import { buildThread } from '../../session/session.ts';
import { entry, mend, prompt, result, says, text, texts, use } from './mend.fixture.ts';
import { mendSession } from './mend-session.ts';

const healthy = text(prompt('p1', null), use('u1', 'p1'), result('r1', 'u1', 'u1'), says('a1', 'r1'));

test('a healthy session is given back byte for byte', () => {
  const mended = mend(healthy);
  expect(mended.kinds).toEqual([]);
  expect(mended.text).toBe(healthy);
});

test('[L1] a missing newline at the end and a byte order mark at the beginning are mended, and nothing else', () => {
  const mended = mend(`\ufeff${healthy.slice(0, -1)}`);
  expect(mended.kinds).toEqual(['byte-order-mark', 'final-newline']);
  expect(mended.text).toBe(healthy);
  expect(mended.changes.map(({ place }) => place?.line)).toEqual([1, 4]);
});

test('[L1] lines that no client can read are left out, each with its place', () => {
  const [first = '', ...rest] = healthy.split(/(?<=\n)/);
  const mended = mend(`${first}null\nnot JSON\n${rest.join('')}{"type":"user","uuid":"t1","par`);
  expect(mended.kinds).toEqual(['drop-line', 'drop-line', 'drop-line']);
  expect(mended.changes.map(({ place }) => place?.line)).toEqual([2, 3, 7]);
  expect(mended.text).toBe(healthy);
});

test('[R12] a prompt or answer without a message is left out, and what hung on it hangs on what it hung on', () => {
  const [p1, a1, a2] = [prompt('p1', null), says('a1', 'p1'), says('a2', 'p1')];
  const silent = { ...says('s1', 'p1'), message: null };
  const mended = mend(text(p1, silent, { ...a1, parentUuid: 's1' }, a2));
  expect(mended.kinds).toEqual(['drop-silent']);
  expect(mended.changes[0]?.place?.line).toBe(2);
  expect(mended.text).toBe(text(p1, a1, a2));
});

test('[R1] entries without a time get one between their neighbours', () => {
  const bare = [prompt('p1', null), says('a1', 'p1'), prompt('p2', 'a1'), says('a2', 'p2')];
  const known = bare[2]?.timestamp as string;
  const mended = mend(text(...bare.map((one, i) => (i === 2 ? one : { ...one, timestamp: undefined }))));
  expect(mended.kinds).toEqual(['set-time', 'set-time', 'set-time']);
  const times = mended.lines.map((line) =>
    line.kind === 'entry' ? Date.parse(String(line.value.timestamp)) : 0,
  );
  expect(times.map((time) => time - Date.parse(known))).toEqual([-2, -1, 0, 1]);
});

test('[R4] a circle is opened where the file begins, and an entry of an unknown type is passed over', () => {
  const circle = mend(text(prompt('p1', 'a1'), says('a1', 'p1')));
  expect(circle.changes.map(({ message }) => message)).toEqual([
    'Line 1 named a parent that cannot be reached (a1); it has none now (the beginning).',
  ]);
  const stranger = text(prompt('p1', null), entry('wonder', 'w1', 'p1', {}), says('a1', 'w1'));
  const mended = mend(stranger);
  expect(mended.kinds).toEqual(['relink']);
  expect(mended.changes[0]?.message).toContain('hangs on p1 now (the nearest ancestor that clients know)');
  expect(texts(mended.lines)).toEqual(['ask p1', 'say a1']);
});

test('[R4] a lost parent is found again by message, by call, then by time, and the resume is whole in every client', () => {
  const broken = text(
    prompt('p1', null),
    says('a1', 'p1'),
    prompt('p2', 'gone'),
    use('u1', 'p2', 'm'),
    use('u2', 'lost', 'm'),
    result('r1', 'u2', 'u1'),
    result('r2', 'missing', 'u2'),
    says('a2', 'r2'),
    prompt('p3', null),
    says('a3', 'p3'),
  );
  const mended = mend(broken);
  expect(mended.kinds).toEqual(['relink', 'relink', 'relink', 'relink']);
  expect(mended.changes.map((change) => /\(([^()]*)\)\.$/.exec(change.message)?.[1])).toEqual([
    'the entry before it in time',
    'the block before it in the same answer',
    'the call that it answers',
    'the entry before it in time',
  ]);
  expect(texts(broken)).toEqual(['ask p3', 'say a3']);
  const whole = ['ask p1', 'say a1', 'ask p2', 'out u1', 'out u2', 'say a2', 'ask p3', 'say a3'];
  expect(texts(mended.lines)).toEqual(whole);
  expect(texts(mended.lines, '2.1.100')).toEqual(whole);
  expect(mend(mended.text).kinds).toEqual([]);
});

test('[R5] an unanswered call gets a result that says so; what hung on the call hangs on the result', () => {
  const mended = mend(text(prompt('p1', null), use('u1', 'p1'), prompt('p2', 'u1'), says('a2', 'p2')));
  expect(mended.kinds).toEqual(['add-result']);
  expect(mended.text).toContain('"tool_use_id":"t-u1","content":"[The result of this call was lost');
  expect(texts(mended.lines)).toEqual(['ask p1', 'ask p2', 'say a2']);
  expect(JSON.stringify(predictResume(mended.lines).messages.map((message) => message.content))).toContain(
    '"t-u1"',
  );
  expect(mend(mended.text).kinds).toEqual([]);
});

test('[R5] a result without its call keeps its words', () => {
  const mended = mend(text(prompt('p1', null), says('a1', 'p1'), result('r9', 'a1', 'u9'), says('a2', 'r9')));
  expect(mended.kinds).toEqual(['keep-stray-result']);
  expect(texts(mended.lines)).toEqual(['ask p1', 'say a1', 'out u9', 'say a2']);
});

test('[L1] joined entries get lines of their own, and a torn half loses only itself', () => {
  const p1 = JSON.stringify(prompt('p1', null));
  const mended = mend(
    `${p1}${JSON.stringify(says('a1', 'p1'))}\n{"type":"user","uu${JSON.stringify(prompt('p2', 'a1'))}\n`,
  );
  expect(mended.kinds).toEqual(['split-line', 'split-line']);
  expect(texts(mended.lines)).toEqual(['ask p1', 'say a1', 'ask p2']);
});

test('[G6] entries that lost their parents are never hung in a circle, even where answers are older than what they answer', () => {
  const at = (minute: number) => ({ timestamp: new Date(Date.UTC(2026, 0, 2, 0, minute)).toISOString() });
  const mended = mend(
    text(
      { ...prompt('first', null), ...at(0) },
      { ...prompt('late', 'gone'), ...at(5) },
      { ...says('late-answer', 'late'), ...at(1) },
      { ...prompt('early', 'gone-too'), ...at(3) },
      { ...says('early-answer', 'early'), ...at(4) },
    ),
  );
  expect(mended.kinds).toEqual(['relink', 'relink']);
  const { problems, roots } = buildThread(mended.lines).graph;
  expect(problems.filter(({ rule }) => rule === 'G6')).toEqual([]);
  expect(roots.map(({ uuid }) => uuid)).toEqual(['first']);
});

test('[R5] an unanswered call outside the graph gets no result, and nothing is hung on it', () => {
  for (const uuid of [null, undefined]) {
    const source = text(
      prompt('p1', null),
      { ...use('u1', null), uuid } as JsonObject,
      { type: 'summary', summary: 'of something', leafUuid: 'x' },
      says('a1', 'p1'),
    );
    const mended = mend(source);
    expect(mended.kinds).toEqual([]);
    expect(mended.text).toBe(source);
  }
});

test('[R1] a time that no calendar goes beyond does not keep entries without one from getting theirs', () => {
  const { timestamp: _, ...undated } = says('a1', 'p1');
  const mended = mend(
    text({ ...prompt('p1', null), timestamp: '+275760-09-13T00:00:00.000Z' }, undated as JsonObject),
  );
  expect(mended.kinds).toEqual(['set-time']);
});

test('a file with something to mend on every line is mended, however many they are', () => {
  const lines = parseLog(encodeUtf8('{"uuid":"u"}\n'.repeat(130_000)));
  const { changes } = mendSession(lines, { newUuid: () => '', tooLarge: () => undefined });
  expect(changes.length).toBe(130_000);
});

test('[R4] what hangs on an entry of an unknown type that lost its parent is hung past it at once', () => {
  const mended = mend(
    text(
      prompt('p1', null),
      says('a1', 'p1'),
      entry('novelty', 'n1', null, {}),
      prompt('p2', 'n1'),
      says('a2', 'p2'),
    ),
  );
  expect(mended.kinds).toEqual(['relink', 'relink']);
  expect(mend(mended.text).kinds).toEqual([]);
  expect(texts(mended.lines)).toEqual(['ask p1', 'say a1', 'ask p2', 'say a2']);
});
