import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../src/base/bytes.ts';
import { ERAS } from '../../src/forge/eras.ts';
import { eraSupports, FEATURES } from '../../src/forge/features.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { Random } from '../../src/forge/random.ts';
import { messageIdOf, uuidOf } from '../../src/log/fields.ts';
import type { Entry } from '../../src/log/line.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { branchNodes } from '../../src/session/branches.ts';
import { buildThread, readConversation, type Thread } from '../../src/session/session.ts';

/** Copies repeat uuids and times on purpose: links alone do not decide there. */
const COPIES = /^(phantom|fork-copy|resume-copy|copy|mixed)/;

const sessions = Array.from({ length: 150 }, (_, seed) => {
  const random = new Random(`session laws ${seed}`);
  const era = ERAS[seed % ERAS.length] as (typeof ERAS)[number];
  const fitting = FEATURES.filter((feature) => eraSupports(era, feature) && !COPIES.test(feature));
  return forgeSession({ seed, era, turns: 2 + (seed % 4), shape: random.shuffle(fitting).slice(0, 4) });
});
const threads = sessions.map((session) => buildThread(parseLog(mainBytes(session))));
const name = (i: number) => `seed ${i}, ${sessions[i]?.era.version}`;

test('[G5] along every branch parents come before their children', () => {
  for (const [i, thread] of threads.entries()) {
    expect(thread.branches.length, name(i)).toBeGreaterThan(0);
    for (const branch of thread.branches) {
      const seen = new Set<string>();
      for (const node of branchNodes(branch)) {
        if (node.parent) expect(seen.has(node.parent.uuid), name(i)).toBe(true);
        seen.add(node.uuid);
      }
    }
  }
});

test('[G3] a branch holds every block of each of its messages, and every result of their calls', () => {
  let parallel = 0;
  for (const [i, thread] of threads.entries()) {
    const linesOf = new Map<string, Entry[]>();
    const main = thread.entries.filter(({ value }) => value.isSidechain !== true);
    for (const entry of main) {
      const id = entry.value.type === 'assistant' ? messageIdOf(entry) : undefined;
      if (id !== undefined) linesOf.set(id, [...(linesOf.get(id) ?? []), entry]);
    }
    for (const branch of thread.branches) {
      const { entries, messages } = readConversation(thread, branch);
      const present = new Set(entries);
      for (const { id } of messages) {
        const all = linesOf.get(id ?? '') ?? [];
        if (all.length > 2) parallel++;
        expect(
          all.every((entry) => present.has(entry)),
          `${name(i)} ${id}`,
        ).toBe(true);
      }
    }
  }
  expect(parallel).toBeGreaterThan(100);
});

test('[G5] shuffling the lines of a file does not change what is read, where links and times decide', () => {
  let compared = 0;
  for (const [i, thread] of threads.entries()) {
    // A boundary whose logical parent is gone continues from the line before it: there the file's order decides [G4].
    if (thread.graph.nodes.some((node) => node.basis === 'before-boundary')) continue;
    const lines = thread.entries.map(({ value }, n) =>
      JSON.stringify({ ...value, timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString() }),
    );
    const ordered = buildThread(parseLog(encodeUtf8(`${lines.join('\n')}\n`)));
    const shuffled = buildThread(parseLog(encodeUtf8(`${new Random(i).shuffle(lines).join('\n')}\n`)));
    const read = (of: Thread) =>
      of.branches
        .map((branch) => readConversation(of, branch).turns.map((turn) => turn.entries.map(uuidOf)))
        .map((turns) => JSON.stringify(turns))
        .sort();
    expect(read(shuffled), name(i)).toEqual(read(ordered));
    compared++;
  }
  expect(compared).toBeGreaterThan(100);
});
