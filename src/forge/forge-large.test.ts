import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { joinBytes } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { sameBytes } from '../base/same-bytes.fixture.ts';
import { parseLog, readLog } from '../log/read-log.ts';
import { eraOf } from './eras.ts';
import { forgeHugeLine } from './forge-huge-line.ts';
import { forgeLargeSession } from './forge-large.ts';

const MB = 1_000_000;

// What lives is told from what waits to be collected, however much other tests have left behind in this process.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('[L2] a 50 MB session is streamed with flat memory', () => {
  // What the prepared body costs is there after the first chunks; from then on nothing may pile up.
  let [total, settled, peak] = [0, 0, 0];
  const live = (): number => {
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  for (const chunk of forgeLargeSession({ seed: 1, bytes: 50 * MB })) {
    total += chunk.length;
    if (total < 15 * MB) settled = live();
    else peak = Math.max(peak, live());
    expect(chunk.length).toBeLessThan(12 * MB);
  }
  expect(total).toBeGreaterThanOrEqual(50 * MB);
  expect(total).toBeLessThan(50 * MB + 100_000);
  expect(peak - settled).toBeLessThan(30 * MB);
});

test.each(['2.1.150', '2.1.200'])(
  'a large session of %s has distinct uuids and ids, and a chain that holds',
  async (version) => {
    const uuids = new Set<unknown>();
    const messages = new Map<unknown, number>();
    const uses = new Set<string>();
    const results = new Set<string>();
    let [lines, bytes, dangling, lastTime, backwards] = [0, 0, 0, '', 0];
    const preserved: string[] = [];
    for await (const line of readLog(forgeLargeSession({ seed: 2, bytes: 24 * MB, era: eraOf(version) }))) {
      lines++;
      bytes += line.raw.length + 1;
      if (line.kind !== 'entry') throw new Error(`line ${line.place.line} is ${line.kind}`);
      const { value } = line;
      const message = value.message as JsonObject | undefined;
      if (value.type === 'assistant') {
        // Lines of one message stand close together; an id that comes back much later was repeated.
        const before = messages.get(message?.id) ?? line.place.line;
        if (line.place.line - before > 30) throw new Error(`message id repeated in line ${line.place.line}`);
        messages.set(message?.id, line.place.line);
      }
      if (value.uuid === undefined) continue;
      if (uuids.has(value.uuid)) throw new Error(`uuid repeated in line ${line.place.line}`);
      const parent = value.parentUuid ?? value.logicalParentUuid;
      if (parent !== undefined && parent !== null && !uuids.has(parent)) dangling++;
      const metadata = value.compactMetadata as { preservedSegment?: { headUuid: string } } | undefined;
      if (metadata?.preservedSegment) {
        preserved.push(metadata.preservedSegment.headUuid);
        if (!uuids.has(metadata.preservedSegment.headUuid)) dangling++;
      }
      uuids.add(value.uuid);
      if (String(value.timestamp) < lastTime) backwards++;
      lastTime = String(value.timestamp);
      for (const block of Array.isArray(message?.content) ? (message.content as JsonObject[]) : []) {
        if (block.type === 'tool_use') {
          if (uses.has(String(block.id))) throw new Error(`tool id repeated in line ${line.place.line}`);
          uses.add(String(block.id));
        }
        if (block.type === 'tool_result') results.add(String(block.tool_use_id));
      }
    }
    expect(dangling).toBe(0);
    expect(backwards).toBe(0);
    expect(bytes / lines).toBeGreaterThan(1_500);
    expect(messages.size).toBeGreaterThan(1_000);
    expect([...results].filter((id) => !uses.has(id))).toEqual([]);
    expect([...uses].filter((id) => !results.has(id)).length).toBeLessThan(4);
    expect(new Set(preserved).size).toBe(preserved.length);
    expect(preserved.length > 0).toBe(version === '2.1.200');
  },
);

test('the same seed gives the same large session, also when it is read twice', () => {
  const chunks = forgeLargeSession({ seed: 3, bytes: 9 * MB });
  const first = joinBytes([...chunks]);
  expect(sameBytes(joinBytes([...chunks]), first)).toBe(true);
  const again = forgeLargeSession({ seed: 3, bytes: 9 * MB });
  expect(sameBytes(joinBytes([...again]), first)).toBe(true);
});

test('[L2] a line of any length stands in the middle of a sound session', () => {
  const lines = parseLog(joinBytes([...forgeHugeLine({ seed: 1, bytes: 5 * MB })]));
  expect(lines.every((line) => line.kind === 'entry')).toBe(true);
  const longest = lines.findIndex((line) => line.raw.length > 5 * MB);
  expect(longest).toBeGreaterThan(5);
  expect(longest).toBeLessThan(lines.length - 2);
});
