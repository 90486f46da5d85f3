// Cuts as the seeds describe them (seed 002, chapters 4, 5 and 9), followed to the letter by code of its own: no function of
// the library but the one that cuts. On a session of one straight thread the seeds' rules hold.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { ERAS, type Era } from '../../src/forge/eras.ts';
import { eraSupports } from '../../src/forge/features.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread } from '../../src/session/session.ts';
import { cloneBytes } from '../../src/transform/clone-laws.fixture.ts';
import type { CutOptions } from '../../src/transform/cut.ts';
import { recutThread } from '../../src/transform/recut-thread.fixture.ts';

const SHARES = [0, 0.25, 0.5, 0.7, 0.85, 1];
const TURNS = [4, 7, 10];
const SHAPE = ['parallel-tools', 'long-loop', 'todos', 'signed-thinking'] as const;

interface Counted {
  readonly turns: number;
  /** The turn of each tool use, by id, in the order of the file. */
  readonly uses: ReadonlyMap<string, number>;
  readonly paired: readonly string[];
  readonly thinking: number;
  readonly uuids: ReadonlySet<unknown>;
  /** Messages that stopped for a tool but hold none. */
  readonly waits: number;
}

/** Chapter 4 (a prompt is text without a result, and no meta entry) and chapter 5 (a use waits for its result) in one loop. */
function count(bytes: Uint8Array): Counted {
  let turns = 0;
  let thinking = 0;
  const uses = new Map<string, number>();
  const paired: string[] = [];
  const stopped = new Set<unknown>();
  const called = new Set<unknown>();
  const uuids = new Set<unknown>();
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    if (line === '') continue;
    const entry = JSON.parse(line) as JsonObject;
    // Agents of old clients wrote into the same file; the seeds know nothing of them.
    if (entry.isSidechain === true) continue;
    if (entry.uuid !== undefined) uuids.add(entry.uuid);
    const message = entry.message as JsonObject | undefined;
    const content = message?.content ?? [];
    const blocks = (typeof content === 'string' ? [{ type: 'text' }] : content) as JsonObject[];
    const has = (type: string) => blocks.some((block) => block.type === type);
    if (entry.type === 'user' && entry.isMeta !== true && has('text') && !has('tool_result')) turns++;
    for (const block of blocks) {
      if (block.type === 'tool_use') uses.set(block.id as string, turns);
      if (block.type === 'tool_result' && uses.has(block.tool_use_id as string))
        paired.push(block.tool_use_id as string);
      if (block.type === 'thinking') thinking++;
    }
    if (message?.stop_reason === 'tool_use') stopped.add(message.id);
    if (has('tool_use')) called.add(message?.id);
  }
  const waits = [...stopped].filter((id) => !called.has(id)).length;
  return { turns, uses, paired, thinking, uuids, waits };
}

const sources = ERAS.filter((era) => SHAPE.every((feature) => eraSupports(era, feature))).flatMap(
  (era: Era) =>
    TURNS.map((turns) =>
      mainBytes(forgeSession({ seed: `seeds ${era.version} ${turns}`, era, turns, shape: SHAPE })),
    ),
);
const cut = (bytes: Uint8Array, options: CutOptions) =>
  count(cloneBytes(recutThread(buildThread(parseLog(bytes)), { cut: options, title: 'A copy' })));

test('[T1] the oldest share of the turns loses its calls with their results, the others keep theirs', () => {
  let removed = 0;
  for (const bytes of sources) {
    const before = count(bytes);
    expect(before.turns).toBeGreaterThanOrEqual(4);
    for (const share of SHARES) {
      const after = cut(bytes, { removeCalls: { reach: { kind: 'oldest', share } } });
      const old = Math.floor(before.turns * share);
      const kept = [...before.uses].filter(([, turn]) => turn > old);
      removed += before.uses.size - kept.length;
      expect([...after.uses.keys()]).toEqual(kept.map(([id]) => id));
      expect([...after.paired].sort()).toEqual([...after.uses.keys()].sort());
      expect(after.turns).toBe(before.turns);
    }
  }
  expect(removed).toBeGreaterThan(500);
});

test('[T1] no answer waits for a result whose call is gone', () => {
  for (const bytes of sources) {
    expect(count(bytes).waits).toBe(0);
    expect(cut(bytes, { removeCalls: { reach: { kind: 'oldest', share: 0.5 } } }).waits).toBe(0);
    expect(cut(bytes, { removeCalls: { reach: { kind: 'all' } } }).waits).toBe(0);
  }
});

test('[M7] without thinking, every call, result and turn is still there', () => {
  let thoughts = 0;
  for (const bytes of sources) {
    const before = count(bytes);
    const after = cut(bytes, { removeThinking: { kind: 'all' } });
    thoughts += before.thinking;
    expect(after.thinking).toBe(0);
    expect({ ...after, uuids: undefined, thinking: 0 }).toEqual({ ...before, uuids: undefined, thinking: 0 });
  }
  expect(thoughts).toBeGreaterThan(50);
});

test('[R8] a clone has as many linked entries as its source, and no id of it', () => {
  for (const bytes of sources) {
    const before = count(bytes);
    const after = cut(bytes, {});
    expect(after.uuids.size).toBe(before.uuids.size);
    expect([...after.uuids].filter((uuid) => before.uuids.has(uuid))).toEqual([]);
  }
});
