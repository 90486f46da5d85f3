import { expect, test } from 'vitest';
import { decodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { sameBytes } from '../base/same-bytes.fixture.ts';
import { entryBlocks, isToolResult, isToolUse } from '../log/block.ts';
import type { Entry, Line } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { DAMAGE_KINDS, damage } from './damage.ts';
import { eraOf } from './eras.ts';
import { forgeSession, mainBytes } from './forge-session.ts';

const SOUND = mainBytes(
  forgeSession({ seed: 'sound', era: eraOf('2.1.150'), shape: ['parallel-tools', 'signed-thinking'] }),
);
const SOUND_LINES = parseLog(SOUND).length;

interface View {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly entries: readonly Entry[];
  readonly unreadable: readonly Line[];
}

function damaged(kind: string, seed = 1): View {
  const bytes = damage(SOUND, { seed, kinds: [kind] });
  const lines = parseLog(bytes);
  const entries = lines.filter((line) => line.kind === 'entry');
  const unreadable = lines.filter((line) => line.kind === 'unreadable');
  return { bytes, text: decodeUtf8(bytes), lines, entries, unreadable };
}

const uuids = (view: View): unknown[] => view.entries.map((e) => e.value.uuid).filter((u) => u !== undefined);
const parents = (view: View): unknown[] =>
  view.entries.filter((e) => e.value.uuid !== undefined).map((e) => e.value.parentUuid);
const dangling = (view: View): number =>
  parents(view).filter((p) => p !== null && !uuids(view).includes(p)).length;
const roots = (view: View): number => parents(view).filter((parent) => parent === null).length;
const reasons = (view: View): unknown[] =>
  view.unreadable.map((line) => line.kind === 'unreadable' && line.reason);
const blocks = (view: View): JsonObject[] => view.entries.flatMap((entry) => entryBlocks(entry));

const EXPECTED: Readonly<Record<string, (view: View) => void>> = {
  'duplicate-uuid': (view) => expect(new Set(uuids(view)).size).toBe(uuids(view).length - 1),
  'dangling-parent': (view) => expect(dangling(view)).toBe(1),
  'null-parent': (view) => expect(roots(view)).toBe(2),
  cycle: (view) => {
    expect(roots(view)).toBe(0);
    expect(dangling(view)).toBe(0);
  },
  'self-parent': (view) =>
    expect(view.entries.filter((e) => e.value.uuid && e.value.uuid === e.value.parentUuid).length).toBe(1),
  'same-timestamps': (view) =>
    expect(new Set(view.entries.map((e) => e.value.timestamp).filter(Boolean)).size).toBe(1),
  'mixed-session-ids': (view) =>
    expect(new Set(view.entries.map((e) => e.value.sessionId).filter(Boolean)).size).toBe(2),
  'unknown-type': (view) => {
    const stranger = view.entries.find((e) => e.value.type === 'hologram');
    expect(parents(view)).toContain(stranger?.value.uuid);
    expect(dangling(view)).toBe(0);
  },
  'unknown-fields': (view) => expect(view.entries.filter((e) => 'futureField' in e.value).length).toBe(1),
  'shuffled-lines': (view) => {
    expect(view.bytes.length).toBe(SOUND.length);
    expect(view.lines.length).toBe(SOUND_LINES);
  },
  'duplicate-line': (view) => {
    const texts = view.lines.map((line) => decodeUtf8(line.raw));
    expect(texts.length - new Set(texts).size).toBe(1);
  },
  'removed-result': (view) => {
    const answered = blocks(view)
      .filter(isToolResult)
      .map((b) => b.tool_use_id);
    expect(blocks(view).filter((b) => isToolUse(b) && !answered.includes(b.id)).length).toBe(1);
    expect(dangling(view)).toBe(0);
  },
  'removed-use': (view) => {
    const used = blocks(view)
      .filter(isToolUse)
      .map((b) => b.id);
    expect(blocks(view).filter((b) => isToolResult(b) && !used.includes(b.tool_use_id)).length).toBe(1);
    expect(dangling(view)).toBe(0);
  },
  'empty-text': (view) =>
    expect(blocks(view).filter((b) => b.type === 'text' && b.text === '').length).toBe(1),
  'empty-content': (view) =>
    expect(
      view.entries.filter((e) => e.value.type === 'assistant' && entryBlocks(e).length === 0).length,
    ).toBe(1),
  'unsigned-thinking': (view) =>
    expect(blocks(view).filter((b) => b.type === 'thinking' && !('signature' in b)).length).toBe(1),
  'huge-line': (view) => expect(Math.max(...view.lines.map((l) => l.raw.length))).toBeGreaterThan(300_000),
  'deep-nesting': (view) => expect(view.text).toContain('{"a":['.repeat(5_000)),
  'lone-surrogate': (view) => {
    expect(view.text).toContain('\\ud83d');
    expect(view.unreadable.length).toBe(0);
  },
  'invalid-utf8': (view) => {
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(view.bytes)).toThrow();
    expect(view.unreadable.length).toBe(0);
  },
  'non-object-lines': (view) => expect(reasons(view)).toEqual(Array(5).fill('not-an-object')),
  'garbage-line': (view) => expect(reasons(view)).toEqual(['not-json']),
  'blank-lines': (view) => expect(view.lines.filter((line) => line.kind === 'blank').length).toBe(4),
  'nul-run': (view) => expect(view.bytes.includes(0)).toBe(true),
  'joined-lines': (view) => {
    expect(reasons(view)).toEqual(['joined']);
    expect(view.unreadable.map((line) => line.kind === 'unreadable' && line.parts.length)).toEqual([2]);
  },
  'glued-half': (view) => {
    expect(view.unreadable.length).toBe(1);
    expect(view.lines.length).toBe(SOUND_LINES - 1);
  },
  'torn-middle-line': (view) => {
    expect(reasons(view)).toEqual(['not-json']);
    expect(view.lines.at(-1)?.kind).toBe('entry');
  },
  'byte-order-mark': (view) => expect([...view.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]),
  crlf: (view) => expect(view.lines.every((line) => line.raw.at(-1) === 13)).toBe(true),
  'no-final-newline': (view) => expect(view.lines.at(-1)).toMatchObject({ kind: 'entry', terminated: false }),
  'torn-last-line': (view) =>
    expect(view.lines.at(-1)).toMatchObject({ kind: 'unreadable', terminated: false }),
};

test('every kind has its own fact below', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual([...DAMAGE_KINDS].sort());
});

test.each(DAMAGE_KINDS)('[L1] %s does what its name says, and the same for the same seed', (kind) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const view = damaged(kind, seed);
    expect(sameBytes(SOUND, view.bytes)).toBe(false);
    EXPECTED[kind]?.(view);
    expect(sameBytes(damage(SOUND, { seed, kinds: [kind] }), view.bytes)).toBe(true);
  }
});

test('damage of nothing is nothing, but for the kinds that bring lines of their own', () => {
  const nothing = new Uint8Array(0);
  const ofTheirOwn = DAMAGE_KINDS.filter((kind) => damage(nothing, { seed: 1, kinds: [kind] }).length > 0);
  expect(ofTheirOwn).toEqual([
    'huge-line',
    'deep-nesting',
    'non-object-lines',
    'garbage-line',
    'blank-lines',
    'nul-run',
  ]);
});
