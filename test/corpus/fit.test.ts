import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { joinBytes } from '../../src/base/bytes.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { describeContext } from '../../src/context/describe-context.ts';
import { planClone } from '../../src/load/plan-clone.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread, type Thread } from '../../src/session/session.ts';
import { applyIdentity, makeIdentity } from '../../src/transform/new-identity.ts';
import { sessionBytes } from '../../src/transform/write-session.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

/** Sessions to fit; the rest of the corpus has too little that could go. */
const SESSIONS = Number(process.env.CLEW_FIT_SESSIONS ?? 20);
const SHARE = 0.8;

function fitClone(thread: Thread, tokens: number): Thread | undefined {
  try {
    const { session } = planClone(thread, { fit: tokens });
    const identity = makeIdentity(
      session.items.map((item) => item.value),
      'fitted',
      randomUUID,
    );
    return buildThread(parseLog(joinBytes([...sessionBytes(applyIdentity(session, identity))])));
  } catch (error) {
    // It says why not: what may not be cut is more than was asked for.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

test.skipIf(!hasCorpus)('--fit meets its target within 3 %, as clew context measures the clone', () => {
  const files = corpusFiles().filter((file) => !isAgentFile(file) && statSync(file).size > 100_000);
  const off: string[] = [];
  let fitted = 0;
  for (const file of files) {
    if (fitted === SESSIONS) break;
    const thread = buildThread(parseLog(readFileSync(file)));
    const { now } = describeContext(thread, { compare: false });
    if (now.total < 30_000 || !now.systemKnown) continue;
    const target = Math.round(now.total * SHARE);
    const clone = fitClone(thread, target);
    if (!clone) continue;
    fitted++;
    const share = describeContext(clone, { compare: false }).now.total / target;
    if (share > 1.03 || share < 0.97)
      off.push(`${basename(file).slice(0, 8)} ${share.toFixed(3)} of ${target}`);
  }
  console.log(`${fitted - off.length} of ${fitted} fitted clones are within 3 % of their target`);
  expect(off).toEqual([]);
  expect(fitted).toBe(SESSIONS);
});
