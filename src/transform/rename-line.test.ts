import { expect, test } from 'vitest';
import { ByteSink } from '../base/byte-sink.ts';
import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';
import { DerivedUuids } from '../base/derived-uuids.ts';
import { UUID_BYTES } from '../base/find-uuids.ts';
import type { JsonObject } from '../base/json.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { ERAS, type Era } from '../forge/eras.ts';
import { FEATURES } from '../forge/features.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import type { Entry } from '../log/line.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { parseLog } from '../log/read-log.ts';
import { writeEntry } from '../log/write-line.ts';
import { type Identity, renameField } from './new-identity.ts';
import { writeRenamedLine } from './rename-line.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function identityOf(entries: readonly Entry[]): Identity {
  const derived = new DerivedUuids('22222222-2222-4222-8222-222222222222');
  const names = new Map<string, string>();
  for (const { value } of entries) {
    if (typeof value.uuid === 'string' && UUID.test(value.uuid))
      names.set(value.uuid, derived.get(names.size));
    if (typeof value.sessionId === 'string' && UUID.test(value.sessionId))
      names.set(value.sessionId, SESSION);
  }
  return { sessionId: SESSION, rename: (id) => names.get(id) };
}

function renamedSlowly(entry: Entry, value: JsonObject, identity: Identity): string {
  const sink = new ByteSink(1024);
  writeEntry(entry, value, sink, (field, key, of) => renameField(field, key, of, identity));
  return decodeUtf8(sink.take());
}

function renamed(entry: Entry, value: JsonObject, identity: Identity): string | undefined {
  const sink = new ByteSink(1024);
  const isDone = writeRenamedLine(entry, value, sink, (bytes, at) => {
    const name = identity.rename(decodeUtf8(bytes.subarray(at, at + UUID_BYTES)));
    for (let i = 0; i < (name?.length ?? 0); i++) bytes[at + i] = name?.charCodeAt(i) ?? 0;
  });
  return isDone ? decodeUtf8(sink.take()) : undefined;
}

/** Entries that come out otherwise, and how many were not gone into. */
function compare(entries: readonly Entry[]): { different: string[]; left: number } {
  const identity = identityOf(entries);
  const other = entries.find(({ value }) => typeof value.uuid === 'string')?.value.uuid ?? null;
  const different: string[] = [];
  let left = 0;
  for (const entry of entries) {
    for (const value of [entry.value, { ...entry.value, parentUuid: other }]) {
      const quick = renamed(entry, value, identity);
      if (quick === undefined) left++;
      else if (quick !== renamedSlowly(entry, value, identity)) different.push(decodeUtf8(entry.raw));
    }
  }
  return { different, left };
}

const entriesOf = (bytes: Uint8Array) => parseLog(bytes).filter((line) => line.kind === 'entry');

test('[R8] ids written over in place are those of an entry that is written anew, in every era, with every feature and damage', () => {
  let [all, left] = [0, 0];
  const features = FEATURES.filter((one) => one !== 'empty-file');
  const sessions = features.map((feature, i) =>
    mainBytes(forgeSession({ seed: i, era: ERAS[i % ERAS.length] as Era, shape: [feature], turns: 1 })),
  );
  for (const [i, kind] of DAMAGE_KINDS.entries())
    sessions.push(damage(sessions[i % sessions.length] as Uint8Array, { seed: i, kinds: [kind] }));
  for (const bytes of sessions) {
    const entries = entriesOf(bytes);
    const found = compare(entries);
    expect(found.different).toEqual([]);
    all += 2 * entries.length;
    left += found.left;
  }
  expect(left).toBeLessThan(all / 4);
});

test('[R8] an id in the content of a message stays, and is told from those in other fields', () => {
  const id = '33333333-3333-4333-8333-333333333333';
  const input = { sessionId: SESSION, seen: [id] };
  const base = { type: 'assistant', uuid: id, sessionId: SESSION };
  const values: JsonObject[] = [
    {
      ...base,
      message: { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'Find', input }] },
    },
    { ...base, message: { content: id, role: 'user' } },
    { ...base, data: { message: { role: 'user', content: [{ type: 'text', text: id }] } } },
    { ...base, snapshot: { messageId: id, files: { [id]: 'a' } } },
    { ...base, toolUseResult: { content: id, agents: [id] } },
  ];
  const { different, left } = compare(makeEntries(values));
  expect(different).toEqual([]);
  expect(left).toBe(6);
});

test('[R8] an id is renamed however deep it lies', () => {
  const id = '33333333-3333-4333-8333-333333333333';
  let deep: JsonObject = { sessionId: SESSION };
  for (let i = 0; i < 200; i++) deep = { inside: i % 2 === 0 ? [deep] : deep };
  const entries = makeEntries([{ type: 'user', uuid: id, toolUseResult: deep }]);
  const names = identityOf(makeEntries([{ uuid: id, sessionId: SESSION }]));
  const other: Identity = { ...names, rename: (one) => (one === SESSION ? id : names.rename(one)) };
  const [entry] = entries as [Entry];
  expect(renamedSlowly(entry, entry.value, other)).not.toContain(SESSION);
  expect(compare(entries)).toEqual({ different: [], left: 0 });
});

test('[R8] a link that is written over is the one that counts, however the line spells it', () => {
  const [old, id] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'];
  const rest = `"uuid":"${id}","sessionId":"${SESSION}"`;
  const lines = [
    `{"parentUuid":"${old}",${rest}}`,
    `{"parentUuid":"${old}",${rest},"parentUuid":"${id}"}`,
    `{"parentUuid":"${id}",${rest},"parentUuid":"${id}"}`,
    `{"parentUuid":"${id}",${rest},"parentUuid":null}`,
    `{"parentUuid":null,${rest},"parentUuid":"${id}"}`,
    `{"parentUuid":"${old}",${rest},"message":{"role":"user","content":"${old}"}}`,
    `{"parentUuid":"\\u0033${old.slice(1)}",${rest}}`,
    `{"parentUuid":"no uuid",${rest}}`,
    `{ "parentUuid":"${old}",${rest}}  `,
    `{${rest},"parentUuid":"${old}"}`,
  ];
  const entries = entriesOf(encodeUtf8(lines.map((line) => `${line}\n`).join('')));
  expect(entries).toHaveLength(lines.length);
  const identity = identityOf(entries);
  for (const entry of entries) {
    for (const parentUuid of [id, old, null, 'no uuid']) {
      const value = { ...entry.value, parentUuid };
      const [quick, slow] = [renamed(entry, value, identity), renamedSlowly(entry, value, identity)];
      // Of a field that stands twice only the last one counts.
      if (quick !== undefined) expect(JSON.parse(quick), quick).toEqual(JSON.parse(slow));
    }
  }
});
