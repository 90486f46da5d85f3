import { expect, test } from 'vitest';
import { ERAS, type Era } from '../../forge/eras.ts';
import { FEATURES } from '../../forge/features.ts';
import { forgeSession, mainBytes } from '../../forge/forge-session.ts';
import { isCompactBoundary } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { parseLog } from '../../log/read-log.ts';
import { joinMessages } from '../../session/messages.ts';
import { walkResumePath } from '../resume-path.ts';
import { LedgerBuilder, type TokenLedger } from './attribute-tokens.ts';
import { keepsTail } from './may-take-system.ts';

/** The way to the leaf in stretches, each but the first beginning with a compaction. */
function stretchesOf(bytes: Uint8Array): Entry[][] {
  const stretches: Entry[][] = [[]];
  for (const entry of walkResumePath(parseLog(bytes)).entries) {
    if (isCompactBoundary(entry)) stretches.push([]);
    stretches.at(-1)?.push(entry);
  }
  return stretches;
}

const talk = (entries: readonly Entry[]) => ({ entries, messages: joinMessages(entries), turns: [] });

/** What is asked of a ledger when only its last stretch is loaded. */
function summary({ items, requests, pending }: TokenLedger): unknown {
  const last = requests.at(-1);
  return {
    system: items.filter(({ kind }) => kind === 'system').map(({ left, basis }) => [left, basis]),
    last: items
      .filter(({ request }) => request === last?.index)
      .map(({ kind, tokens, left }) => [kind, tokens, left]),
    pending: pending.map(({ kind, tokens }) => [kind, tokens]),
    requests: requests.map(({ index, model, context }) => [index, model, context]),
  };
}

test('[K1] a stretch that is passed over leaves the ledger as if all of it had been weighed', () => {
  let passed = 0;
  for (const [seed, feature] of FEATURES.entries()) {
    if (feature === 'empty-file') continue;
    const shape = ['compaction', feature, 'compaction', 'parallel-tools', 'compaction', feature] as const;
    const era = ERAS[ERAS.length - 1 - (seed % 4)] as Era;
    const stretches = stretchesOf(mainBytes(forgeSession({ seed, era, shape, turns: 1 })));
    const [whole, quick] = [new LedgerBuilder(), new LedgerBuilder()];
    for (const [i, entries] of stretches.entries()) {
      whole.add(talk(entries));
      const next = stretches[i + 1]?.[0];
      const isClosed = i > 0 && next && !keepsTail(next);
      if (isClosed && quick.pass(entries)) passed++;
      else quick.add(talk(entries));
      if (next && !keepsTail(next)) for (const builder of [whole, quick]) builder.forget(() => false);
    }
    expect(summary(quick.finish()), feature).toEqual(summary(whole.finish()));
  }
  expect(passed).toBeGreaterThan(10);
});
