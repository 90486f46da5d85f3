import { expect, test } from 'vitest';
import { joinBytes } from '../../base/bytes.ts';
import { damage } from '../../forge/damage.ts';
import { ERAS, type Era } from '../../forge/eras.ts';
import { FEATURES } from '../../forge/features.ts';
import { forgeLargeSession } from '../../forge/forge-large.ts';
import { forgeSession, mainBytes } from '../../forge/forge-session.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { parseLog } from '../../log/read-log.ts';
import { buildThread } from '../../session/session.ts';
import { describeOpen } from './analyse-context.ts';
import { describeLastWindows, type WindowNow } from './last-windows.ts';

function openBytes(content: Uint8Array): OpenSession {
  return { sessionId: 'a', file: 'a.jsonl', thread: buildThread(parseLog(content)), agents: [] };
}

/** All that is told of the window: its size, and what each thing in it weighs. */
function windowOf({ now, ledger, calls }: WindowNow): unknown {
  const ids = new Set(calls.map(({ id }) => id));
  return {
    now,
    requests: ledger.requests.at(-1)?.index,
    items: ledger.items
      .filter(({ left }) => left > 0)
      .map(({ kind, entry, turn, request, left, basis, file, toolUseId }) => [
        kind,
        entry?.place.line,
        turn,
        request,
        left,
        basis,
        file,
        toolUseId !== undefined && ids.has(toolUseId),
      ]),
    pending: ledger.pending.map(({ kind, tokens, turn }) => [kind, tokens, turn]),
  };
}

/** Whether the last windows told all; where they did, it is what the whole tells. */
function compare(open: OpenSession, name: string): boolean {
  const quick = describeLastWindows(open);
  if (!quick) return false;
  const { description, calls } = describeOpen(open);
  const whole = { now: description.now, ledger: description.ledger, calls };
  expect(windowOf(quick), name).toEqual(windowOf(whole));
  return true;
}

test('[K1] the last two windows of a session with many compactions tell what fills the window', () => {
  let told = 0;
  for (const [seed, feature] of FEATURES.entries()) {
    if (feature === 'empty-file') continue;
    const shape = ['compaction', feature, 'compaction', 'parallel-tools', 'compaction', feature] as const;
    const era = ERAS[ERAS.length - 1 - (seed % 4)] as Era;
    if (compare(openBytes(mainBytes(forgeSession({ seed, era, shape, turns: 2 }))), feature)) told++;
  }
  expect(told).toBeGreaterThan(10);
});

test('they do of a long session, and of a damaged one', () => {
  const bytes = joinBytes([...forgeLargeSession({ seed: 'windows', bytes: 7_000_000 })]);
  expect(compare(openBytes(bytes), 'whole')).toBe(true);
  const kinds = ['dangling-parent', 'removed-result', 'duplicate-line', 'torn-last-line'];
  for (const kind of kinds) compare(openBytes(damage(bytes, { seed: 'windows', kinds: [kind] })), kind);
});
