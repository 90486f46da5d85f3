import { expect, test } from 'vitest';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { ERAS, type Era } from '../forge/eras.ts';
import { FEATURES } from '../forge/features.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import type { Line } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { behaviourOf, MEASURED_CLIENTS, NEWEST_CLIENT } from './client-behaviour.ts';
import { NodeTables } from './node-tables.ts';
import { type Node, type NodeTable, readNodes } from './read-nodes.ts';
import { type SelectedPath, selectFrom, selectPath } from './select-path.ts';

function differing(lines: readonly Line[]): string[] {
  const first = behaviourOf(NEWEST_CLIENT);
  const tables = new NodeTables(lines, first, readNodes(lines, first));
  return MEASURED_CLIENTS.filter((version) => {
    const behaviour = behaviourOf(version);
    const table = tables.for(behaviour);
    if (describe(table) !== describe(readNodes(lines, behaviour))) return true;
    // Leaves, walks and siblings that another client found in the table are not looked for again.
    return describePath(selectFrom(table, behaviour)) !== describePath(selectPath(lines, behaviour));
  });
}

function describePath({ leaf, walk, whole, loaded }: SelectedPath): string {
  const uuids = (nodes: readonly Node[] = []) => nodes.map(({ uuid }) => uuid);
  const facts = [walk?.begins, walk?.hangs, uuids(walk?.mended), uuids(walk?.nodes)];
  return JSON.stringify([leaf?.uuid, facts, uuids(whole), uuids(loaded)]);
}

function describe({ nodes, byUuid, lastPrompt, fails }: NodeTable): string {
  const facts = nodes.map(({ entry, ...node }) => [node, entry.value, byUuid.get(node.uuid)?.position]);
  return JSON.stringify([facts, lastPrompt, fails]);
}

test('[R4] tables and paths that clients share are those that each would find, for every feature and kind of damage', () => {
  const wrong: string[] = [];
  for (const [n, kind] of [...FEATURES, ...DAMAGE_KINDS].entries()) {
    const era = ERAS[n % ERAS.length] as Era;
    const isFeature = (FEATURES as readonly string[]).includes(kind);
    const shape = isFeature ? [kind as (typeof FEATURES)[number]] : (['parallel-tools'] as const);
    const sound = mainBytes(forgeSession({ seed: n, era, turns: 2, shape }));
    const bytes = isFeature ? sound : damage(sound, { seed: n, kinds: [kind] });
    wrong.push(...differing(parseLog(bytes)).map((version) => `${kind}: ${version}`));
  }
  expect(wrong).toEqual([]);
});

test('[R4] progress and strangers in the chain, a mark, joined lines and repeated uuids are read by each client in its way', () => {
  const line = (uuid: string, parentUuid: string | null, type = 'user') =>
    JSON.stringify({ type, uuid, parentUuid, timestamp: '2026-01-01T00:00:00Z', message: { content: uuid } });
  const texts = [
    [line('a', null), line('g', 'a', 'progress'), line('b', 'g')],
    [line('a', null), line('x', 'a', 'new-thing'), line('b', 'x')],
    [`\uFEFF${line('a', null)}`, line('b', 'a')],
    [`${line('a', null)}${line('b', 'a')}`, line('c', 'b')],
    [line('a', null), line('b', 'a'), line('a', null), line('c', 'a')],
    [line('a', null), 'null', line('g', 'a', 'progress'), line('b', 'g')],
    [line('a', null), line('b', 'a').replace('{"content":"b"}', 'null'), line('c', 'a')],
  ];
  for (const text of texts) {
    const lines = parseLog(new TextEncoder().encode(`${text.join('\n')}\n`));
    expect(differing(lines), text[0]).toEqual([]);
    const kinds = new Set(
      MEASURED_CLIENTS.map((version) => describe(readNodes(lines, behaviourOf(version)))),
    );
    expect(kinds.size, text[0]).toBeGreaterThan(1);
  }
});
