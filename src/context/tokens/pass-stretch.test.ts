import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import type { Json, JsonObject } from '../../base/json.ts';
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

/** Weighs the stretches of a session in two ways: all of each, and only those that cannot be passed over. */
function compare(bytes: Uint8Array): { whole: unknown; quick: unknown; passed: number } {
  const stretches = stretchesOf(bytes);
  const [whole, quick] = [new LedgerBuilder(), new LedgerBuilder()];
  let passed = 0;
  for (const [i, entries] of stretches.entries()) {
    whole.add(talk(entries));
    const next = stretches[i + 1]?.[0];
    const isClosed = i > 0 && next && !keepsTail(next);
    if (isClosed && quick.pass(entries)) passed++;
    else quick.add(talk(entries));
    if (next && !keepsTail(next)) for (const builder of [whole, quick]) builder.forget(() => false);
  }
  return { whole: summary(whole.finish()), quick: summary(quick.finish()), passed };
}

test('[K1] a stretch that is passed over leaves the ledger as if all of it had been weighed', () => {
  let passed = 0;
  for (const [seed, feature] of FEATURES.entries()) {
    if (feature === 'empty-file') continue;
    const shape = ['compaction', feature, 'compaction', 'parallel-tools', 'compaction', feature] as const;
    for (const turns of [1, 3]) {
      const era = ERAS[ERAS.length - 1 - ((seed + turns) % 4)] as Era;
      const found = compare(mainBytes(forgeSession({ seed: seed + turns, era, shape, turns })));
      expect(found.quick, `${feature} ${turns}`).toEqual(found.whole);
      passed += found.passed;
    }
  }
  expect(passed).toBeGreaterThan(30);
});

test('[K1] answers without figures, lines that stand behind the next answer, and answers that go on behind a boundary are not taken for what they are not', () => {
  const shape = ['compaction', 'parallel-tools', 'compaction', 'compaction'] as const;
  let passed = 0;
  for (let seed = 0; seed < 40; seed++) {
    const lines = parseLog(
      mainBytes(forgeSession({ seed, era: ERAS[ERAS.length - 1 - (seed % 4)] as Era, shape, turns: 3 })),
    );
    const values = lines.flatMap((line) => (line.kind === 'entry' ? [line.value] : []));
    const answers = values.flatMap(({ type }, i) => (type === 'assistant' ? [i] : []));
    const at = answers[Math.floor(answers.length / 2)] as number;
    const answer = values[at] as JsonObject;
    const message = answer.message as JsonObject;
    const changed: JsonObject[][] = [
      values.with(at, { ...answer, message: { ...message, model: '<synthetic>' } }),
      values.with(at, { ...answer, message: { ...message, usage: {} } }),
      values.map((value) =>
        value === answer ? { ...value, message: { ...message, id: 'msg_other' } } : value,
      ),
      values.map((value, i) => (i > at && value.type === 'assistant' ? withId(value, message.id) : value)),
    ];
    for (const [n, all] of changed.entries()) {
      const bytes = encodeUtf8(all.map((value) => `${JSON.stringify(value)}\n`).join(''));
      const found = compare(bytes);
      expect(found.quick, `${seed} ${n}`).toEqual(found.whole);
      passed += found.passed;
    }
  }
  expect(passed).toBeGreaterThan(20);
});

function withId(value: JsonObject, id: Json | undefined): JsonObject {
  return { ...value, message: { ...(value.message as JsonObject), id: id ?? null } };
}
