import { describe, expect, test } from 'vitest';
import { entriesOf } from './entries-of.fixture.ts';
import { type Lineage, relateSessions, type SessionKeys, sessionKeys } from './lineage.ts';

interface Written {
  readonly session?: string | ((n: number) => string);
  readonly uuids?: string;
  readonly start?: number;
  readonly more?: object;
}

/** A file with the answers of these numbers, each at its own second. */
function file(
  numbers: readonly number[],
  { session = 's', uuids = 'u', start = 0, more = {} }: Written = {},
): SessionKeys {
  return sessionKeys(
    entriesOf(
      ...numbers.map((n) => ({
        type: 'assistant',
        uuid: `${uuids}${n}`,
        sessionId: typeof session === 'string' ? session : session(n),
        timestamp: new Date(Date.UTC(2026, 0, 1) + (start + n) * 1000).toISOString(),
        message: { id: `m${n}` },
        ...more,
      })),
    ),
  );
}

function told(a: SessionKeys, b: SessionKeys): unknown[] {
  const { kind, older, olderBy, comparedBy } = relateSessions(a, b);
  return [kind, older, olderBy, comparedBy];
}

function mirrored({ older }: Lineage): string | undefined {
  return older === undefined ? undefined : older === 'a' ? 'b' : 'a';
}

describe('[G7] lineage', () => {
  test('files that share nothing are unrelated', () => {
    expect(told(file([1, 2]), file([3, 4]))).toEqual(['unrelated', undefined, undefined, undefined]);
  });

  test('a meta entry that `/clear` carried over makes no relation', () => {
    const meta = { isMeta: true, message: {} };
    expect(told(file([1], { more: meta }), file([1, 2], { more: meta }))[0]).toBe('unrelated');
  });

  test('a resume of 1.0.60 is a continuation by message ids, dated at the resume', () => {
    const [old, young] = [file([1, 2]), file([1, 2, 3], { session: 't', uuids: 'v', start: 500 })];
    expect(told(old, young)).toEqual(['continuation', 'a', 'time', 'messageId']);
    expect(relateSessions(old, young)).toMatchObject({
      sharedUuids: 0,
      sharedMessageIds: 2,
      onlyA: 0,
      onlyB: 1,
    });
  });

  test('a fork with the same uuids and times: the one that has no more is the source', () => {
    expect(told(file([1, 2, 3], { session: 't' }), file([1, 2]))).toEqual([
      'continuation',
      'b',
      'contents',
      'uuid',
    ]);
  });

  test('both went on: a fork, and the source is the one whose id the other holds too', () => {
    const fork = file([1, 2, 9], { session: (n) => (n < 3 ? 's' : 't') });
    expect(told(file([1, 2, 3]), fork)).toEqual(['fork', 'a', 'session-id', 'uuid']);
    expect(told(file([1, 2, 3]), file([1, 2, 9], { session: 't' }))).toEqual([
      'fork',
      undefined,
      undefined,
      'uuid',
    ]);
    const named = file([1, 2, 9], { session: 't', more: { forkedFrom: { sessionId: 's' } } });
    expect(told(file([1, 2, 3]), named)).toEqual(['fork', 'a', 'forked-from', 'uuid']);
  });

  test('what a copy lost in the middle does not make it a fork', () => {
    const young = file([1, 3, 4, 5], { session: 't' });
    expect(told(file([1, 2, 3, 4]), young)).toEqual(['continuation', 'a', 'contents', 'uuid']);
  });

  test('a copy has nothing of its own', () => {
    expect(told(file([1, 2]), file([1, 2], { session: 't', start: 9 }))).toEqual([
      'copy',
      'a',
      'time',
      'uuid',
    ]);
    expect(told(file([1, 2, 3]), file([1, 2], { session: 't', start: 9 }))).toEqual([
      'copy',
      'a',
      'time',
      'uuid',
    ]);
  });

  test('the answer does not depend on which file is named first', () => {
    const files = [file([1, 2]), file([1, 2, 3], { session: 't' }), file([1, 9], { start: 50 }), file([7])];
    for (const a of files) {
      for (const b of files) {
        const [there, back] = [relateSessions(a, b), relateSessions(b, a)];
        expect([back.kind, back.older, back.onlyA]).toEqual([there.kind, mirrored(there), there.onlyB]);
      }
    }
  });

  test('the files part at the last shared time of the older one', () => {
    expect(relateSessions(file([1, 2]), file([1, 2, 3], { start: 500 })).partedAt).toBe(
      Date.UTC(2026, 0, 1) + 2000,
    );
  });
});
