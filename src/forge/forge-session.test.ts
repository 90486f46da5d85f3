import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { entryBlocks, isToolResult, isToolUse } from '../log/block.ts';
import type { Entry } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { ERAS, type Era, eraOf } from './eras.ts';
import { FEATURES, type Feature } from './features.ts';
import { type ForgedSession, fileBytes, forgeSession, mainBytes } from './forge-session.ts';

const REPEATS_UUIDS: readonly Feature[] = ['resume-copy', 'fork-copy'];

function entriesOf(bytes: Uint8Array): Entry[] {
  return parseLog(bytes).map((line) => {
    if (line.kind !== 'entry') throw new Error(`line ${line.place.line} is ${line.kind}`);
    return line;
  });
}

function mainEntries(session: ForgedSession): Entry[] {
  return entriesOf(mainBytes(session));
}

function uuidsOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ value }) => (typeof value.uuid === 'string' ? [value.uuid] : []));
}

function orphansOf(entries: readonly Entry[]): { uses: string[]; results: string[] } {
  const blocks = entries.flatMap((entry) => entryBlocks(entry));
  const uses = blocks.filter(isToolUse).map((block) => block.id);
  const results = blocks.filter(isToolResult).map((block) => block.tool_use_id);
  expect(new Set(uses).size).toBe(uses.length);
  return {
    uses: uses.filter((id) => !results.includes(id)),
    results: results.filter((id) => !uses.includes(id)),
  };
}

describe.each(ERAS.map((era) => [era.version, era] as const))('%s', (_, era: Era) => {
  test.each(FEATURES)('%s: every line is an entry, the links hold, the calls are paired', (feature) => {
    const session = forgeSession({ seed: `${era.version} ${feature}`, era, turns: 2, shape: [feature] });
    for (const file of session.files.filter((f) => f.path.endsWith('.jsonl'))) {
      const entries = entriesOf(fileBytes(file));
      const uuids = uuidsOf(entries);
      expect(new Set(uuids).size, 'uuids are unique').toBe(uuids.length);
      const seen = new Set<unknown>();
      for (const { value, place } of entries) {
        if (value.uuid === undefined) continue;
        if (value.parentUuid !== null)
          expect(seen, `parent of line ${place.line}`).toContain(value.parentUuid);
        seen.add(value.uuid);
      }
      const orphans = orphansOf(entries);
      expect(orphans.results).toEqual([]);
      expect(orphans.uses.length > 0).toBe(feature === 'orphan-use' && file === session.files[0]);
    }
    if (!REPEATS_UUIDS.includes(feature)) {
      const all = session.files
        .filter((file) => file.kind !== 'sidecar')
        .flatMap((file) => uuidsOf(entriesOf(fileBytes(file))));
      expect(new Set(all).size, 'uuids are unique over all files').toBe(all.length);
    }
  });

  test('[K1] the context of a request is the one before plus what was added', () => {
    const session = forgeSession({ seed: 5, era, shape: ['parallel-tools', 'long-loop'] });
    const contexts = [...contextByMessage(mainEntries(session).filter((e) => e.value.isSidechain === false))];
    expect(contexts.length).toBeGreaterThan(15);
    for (let i = 1; i < contexts.length; i++) {
      const [before, now] = [contexts[i - 1] as number, contexts[i] as number];
      expect(now).toBeGreaterThan(before);
      expect(now - before).toBeLessThan(12_000);
    }
  });
});

function contextByMessage(entries: readonly Entry[]): number[] {
  const contexts = new Map<unknown, number>();
  for (const { value } of entries) {
    const message = value.message as JsonObject | undefined;
    if (value.type !== 'assistant' || !message) continue;
    const usage = message.usage as Record<string, number>;
    const { input_tokens = 0, cache_creation_input_tokens = 0, cache_read_input_tokens = 0 } = usage;
    contexts.set(message.id, input_tokens + cache_creation_input_tokens + cache_read_input_tokens);
  }
  return [...contexts.values()];
}

const forged = (version: string, ...shape: Feature[]): ForgedSession =>
  forgeSession({ seed: 'one', era: eraOf(version), shape });

test('the same seed gives the same bytes, another seed others', () => {
  const text = (seed: number): string =>
    JSON.stringify(forgeSession({ seed }).files.map((file) => [file.path, file.text]));
  expect(text(1)).toBe(text(1));
  expect(text(1)).not.toBe(text(2));
});

test('[M4] stop_reason is set on the last line, on none, on the last, on all', () => {
  const habit = (version: string): string => {
    const lines = new Map<unknown, unknown[]>();
    for (const { value } of mainEntries(forged(version, 'parallel-tools'))) {
      const message = value.message as JsonObject | undefined;
      if (value.type !== 'assistant') continue;
      lines.set(message?.id, [...(lines.get(message?.id) ?? []), message?.stop_reason]);
    }
    const several = [...lines.values()].filter((reasons) => reasons.length > 2);
    expect(several.length).toBeGreaterThan(0);
    const set = new Set(
      several.map((reasons) => {
        const marks = reasons.map((reason) => (reason === null ? '-' : 'x')).join('');
        return /^-+$/.test(marks)
          ? 'none'
          : /^-+x$/.test(marks)
            ? 'last'
            : /^x+$/.test(marks)
              ? 'all'
              : marks;
      }),
    );
    return [...set].join();
  };
  expect(habit('2.0.64')).toBe('last');
  expect(habit('2.1.20')).toBe('none');
  expect(habit('2.1.63')).toBe('last');
  expect(habit('2.1.100')).toBe('all');
});

test('[T4] parallel results are chained, then hang on their own use, then stand between the uses', () => {
  const shape = (version: string, seed: number): string => {
    const session = forgeSession({ seed, era: eraOf(version), turns: 1, shape: ['parallel-tools'] });
    const entries = mainEntries(session);
    const own = new Map(entries.map((entry) => [entry.value.uuid, entry]));
    const results = entries.filter((entry) => entryBlocks(entry).some(isToolResult)).slice(-3);
    const parents = results.map((entry) => own.get(entry.value.parentUuid) as Entry);
    const onUse = parents.every((parent) => entryBlocks(parent).some(isToolUse));
    if (!onUse) return 'chain';
    const between = parents.some((use) => {
      const above = own.get(use.value.parentUuid);
      return above !== undefined && results.includes(above);
    });
    return between ? 'interleaved' : 'star';
  };
  expect(shape('2.0.64', 1)).toBe('chain');
  expect(shape('2.1.50', 1)).toBe('star');
  expect([1, 2, 3, 4, 5, 6].map((seed) => shape('2.1.200', seed))).toContain('interleaved');
});

test('[F2] agents are in the main file, then flat beside it, then in a folder with a meta file', () => {
  const paths = (version: string): string[] =>
    forged(version, 'agent')
      .files.filter((file) => file.path.includes('agent-'))
      .map((file) => file.path.replace(/[0-9a-f-]{36}/, 'SID').replace(/agent-\w+/, 'agent-ID'));
  expect(paths('1.0.60')).toEqual([]);
  expect(mainEntries(forged('1.0.60', 'agent')).some((entry) => entry.value.isSidechain === true)).toBe(true);
  expect(paths('2.0.33')).toEqual(['projects/-home-dev-work-harbor/agent-ID.jsonl']);
  expect(paths('2.1.20')).toEqual(['projects/-home-dev-work-harbor/SID/subagents/agent-ID.jsonl']);
  expect(paths('2.1.150')).toEqual([
    'projects/-home-dev-work-harbor/SID/subagents/agent-ID.jsonl',
    'projects/-home-dev-work-harbor/SID/subagents/agent-ID.meta.json',
  ]);
});

test('[T5] a background agent returns at once and reports by notification', () => {
  const entries = mainEntries(forged('2.1.200', 'background-agent'));
  const launched = entries.find((entry) => (entry.value.toolUseResult as JsonObject)?.isAsync === true);
  const reported = entries.find((entry) =>
    JSON.stringify(entry.value.message)?.includes('<task-notification>'),
  );
  expect(reported?.place.line).toBeGreaterThan(launched?.place.line ?? Infinity);
});

test('[G4] a boundary has no parent, names the entry before it, and the context drops', () => {
  const entries = mainEntries(forged('2.1.200', 'compaction', 'long-loop'));
  const at = entries.findIndex((entry) => entry.value.subtype === 'compact_boundary');
  const boundary = entries[at]?.value as JsonObject;
  expect(boundary.parentUuid).toBeNull();
  const uuids = uuidsOf(entries.slice(0, at));
  expect(uuids).toContain(boundary.logicalParentUuid);
  const metadata = boundary.compactMetadata as Record<string, JsonObject>;
  expect(uuids).toContain(metadata.preservedSegment?.headUuid);
  expect(metadata.preservedSegment?.anchorUuid).toBe(entries[at + 1]?.value.uuid);
  expect(entries[at + 1]?.value.isCompactSummary).toBe(true);
  const before = contextByMessage(entries.slice(0, at)).at(-1) as number;
  const after = contextByMessage(entries.slice(at))[0] as number;
  expect(Number(metadata.preTokens)).toBeGreaterThan(before);
  expect(after).toBeLessThan(before);
});

test('[G4] the logical parent can be absent from the file', () => {
  const entries = mainEntries(forged('2.1.20', 'dangling-compaction'));
  const boundary = entries.find((entry) => entry.value.subtype === 'compact_boundary');
  expect(uuidsOf(entries)).not.toContain(boundary?.value.logicalParentUuid);
});

test('[G3] [U4] a rewind leaves an answered sibling behind, a cancelled prompt a childless one', () => {
  const siblings = (...shape: Feature[]): number[] => {
    const entries = mainEntries(forged('2.1.100', ...shape));
    const children = new Map<unknown, Entry[]>();
    for (const entry of entries.filter((e) => e.value.uuid !== undefined)) {
      const list = children.get(entry.value.parentUuid) ?? [];
      children.set(entry.value.parentUuid, [...list, entry]);
    }
    const isPrompt = (e: Entry): boolean => e.value.type === 'user' && !entryBlocks(e).some(isToolResult);
    return [...children.values()]
      .filter((list) => list.filter(isPrompt).length > 1)
      .flatMap((list) => list.map((e) => children.get(e.value.uuid)?.length ?? 0));
  };
  expect(siblings('rewind')).toEqual([1, 1]);
  expect(siblings('cancelled-prompt', 'parallel-tools')).toEqual([0, 1]);
});

test('[G9] last-prompt is absent, then text, then names the leaf, which is in the file', () => {
  const last = (version: string): JsonObject | undefined =>
    mainEntries(forged(version)).findLast((entry) => entry.value.type === 'last-prompt')?.value;
  expect(last('2.1.50')).toBeUndefined();
  expect(last('2.1.81')?.leafUuid).toBeUndefined();
  expect(last('2.1.81')?.lastPrompt).toBeTypeOf('string');
  expect(uuidsOf(mainEntries(forged('2.1.150')))).toContain(last('2.1.150')?.leafUuid);
});

test('[G7] a resume copy of 1.0.60 has new uuids and of 1.0.112 the old ones, without requestId', () => {
  const copied = (version: string): { shared: number; requestIds: number } => {
    const session = forged(version, 'resume-copy');
    const [source, copy] = session.files
      .filter((file) => file.kind === 'session')
      .map((f) => entriesOf(fileBytes(f)));
    const old = uuidsOf(source as Entry[]);
    const history = (copy as Entry[]).slice(0, old.length);
    return {
      shared: uuidsOf(history).filter((uuid) => old.includes(uuid)).length / old.length,
      requestIds: history.filter((entry) => entry.value.requestId !== undefined).length,
    };
  };
  expect(copied('1.0.60')).toEqual({ shared: 0, requestIds: 0 });
  expect(copied('1.0.112')).toEqual({ shared: 1, requestIds: 0 });
});

test('[G7] forks of 2.0.33 mix session ids, those of 2.1.100 do not', () => {
  const ids = (version: string): number => {
    const file = forged(version, 'fork-copy').files.filter((f) => f.kind === 'session')[1];
    const entries = entriesOf(fileBytes(file as ForgedSession['files'][number]));
    return new Set(entries.map((entry) => entry.value.sessionId).filter((id) => id !== undefined)).size;
  };
  expect(ids('2.0.33')).toBe(2);
  expect(ids('2.1.100')).toBe(1);
});

test('[F3] a large result is cut, then kept in a file of its own that the entry names', () => {
  const sidecar = (version: string): string | undefined =>
    forged(version, 'large-result').files.find((file) => file.path.includes('/tool-results/'))?.path;
  expect(sidecar('2.0.64')).toBeUndefined();
  expect(sidecar('2.1.5')).toMatch(/tool-results\/toolu_\w+\.txt$/);
  const path = sidecar('2.1.150') as string;
  expect(forged('2.1.150', 'large-result').files[0]?.text).toContain(path);
});

test('[G8] phantom branches repeat a prompt at one timestamp with fewer blocks', () => {
  const entries = mainEntries(forged('2.1.50', 'phantom-branches'));
  const first = entries.find((entry) => entryBlocks(entry).length === 3) as Entry;
  const same = entries.filter((entry) => entry.value.parentUuid === first.value.parentUuid);
  expect(same.map((entry) => entryBlocks(entry).length)).toEqual([3, 2, 1]);
  expect(new Set(same.map((entry) => entry.value.timestamp)).size).toBe(1);
});

test('[M7] thinking is signed, empty with a signature, redacted or left out', () => {
  const kinds = (feature: Feature): unknown[] =>
    mainEntries(forged('2.1.100', feature))
      .flatMap((entry) => entryBlocks(entry))
      .filter((block) => String(block.type).includes('thinking'))
      .map((block) => [
        block.type,
        block.thinking !== '' && block.thinking !== undefined,
        'signature' in block,
      ]);
  expect(new Set(kinds('signed-thinking').map(String))).toEqual(new Set(['thinking,true,true']));
  expect(new Set(kinds('empty-thinking').map(String))).toEqual(new Set(['thinking,false,true']));
  expect(new Set(kinds('redacted-thinking').map(String))).toEqual(new Set(['redacted_thinking,false,false']));
  expect(kinds('no-thinking')).toEqual([]);
});

test('a session grows to the size asked for', () => {
  const bytes = mainBytes(forgeSession({ seed: 3, era: eraOf('2.1.150'), shape: [], bytes: 400_000 }));
  expect(bytes.length).toBeGreaterThan(390_000);
  expect(bytes.length).toBeLessThan(480_000);
});

test('[R8] a snapshot after an edit names the answer outside and its prompt inside', () => {
  const entries = mainEntries(forgeSession({ seed: 4, era: eraOf('2.1.150'), shape: [], story: 0 }));
  const types = new Map(entries.map((entry) => [entry.value.uuid, entry.value.type]));
  const updates = entries.filter((entry) => entry.value.isSnapshotUpdate === true);
  expect(updates.length).toBeGreaterThan(0);
  for (const { value } of updates) {
    expect(types.get(value.messageId)).toBe('assistant');
    expect(types.get((value.snapshot as JsonObject).messageId)).toBe('user');
  }
});
