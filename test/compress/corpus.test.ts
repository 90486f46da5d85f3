import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { offlineProvider } from '../../src/compress/offline-provider.ts';
import { prepareUnits } from '../../src/compress/prepare-units.ts';
import { runCompression } from '../../src/compress/run-compression.ts';
import { RETRIES } from '../../src/compress/with-retry.ts';
import { planClone } from '../../src/load/plan-clone.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread } from '../../src/session/session.ts';
import { brokenShape } from '../../src/transform/clone-laws.fixture.ts';
import { readBands } from '../../src/transform/compress-bands.ts';
import { applyCompression, type CompressChoice, planCompression } from '../../src/transform/compress-plan.ts';
import { renderItems } from '../../src/transform/compress-render.ts';
import { findTerms, type TermKind } from '../../src/transform/compress-terms.ts';
import type { CompressUnit } from '../../src/transform/compress-unit.ts';
import { sessionBytes } from '../../src/transform/write-session.ts';
import { corpusFiles, hasCorpus, isAgentFile } from '../corpus/corpus.ts';

const SESSIONS = Number(process.env.CLEW_COMPRESS_SESSIONS ?? 20);
const MOST_BYTES = process.env.CLEW_COMPRESS_SESSIONS ? 10_000_000 : 500_000;

interface Count {
  wanted: number;
  /** Of these: in the very text that was shortened; anywhere in the turns that were shortened; in a text cut to the same size. */
  inText: number;
  inBands: number;
  inHead: number;
}

test.skipIf(!hasCorpus)(
  'names that later turns speak of again survive the offline way, and every clone is whole',
  async () => {
    const counts: Record<TermKind, Count> = {
      path: { wanted: 0, inText: 0, inBands: 0, inHead: 0 },
      command: { wanted: 0, inText: 0, inBands: 0, inHead: 0 },
      identifier: { wanted: 0, inText: 0, inBands: 0, inHead: 0 },
    };
    let sessions = 0;
    let before = 0;
    let after = 0;
    let target = 0;
    for (const file of corpusFiles().filter((one) => !isAgentFile(one))) {
      const { size } = statSync(file);
      if (sessions === SESSIONS || size < 100_000 || size > MOST_BYTES) continue;
      const thread = buildThread(parseLog(readFileSync(file)));
      const choice: CompressChoice = {
        bands: readBands('usual'),
        what: new Set(['answer', 'result']),
        atLeast: 100,
        tokenizer: 'early',
      };
      const plan = planClone(thread, {});
      const { units, placement } = planCompression(plan.session, choice);
      if (units.length < 5) continue;
      sessions++;
      const result = await runCompression(
        await prepareUnits(units, offlineProvider('early'), undefined, 'early'),
        {
          provider: offlineProvider('early'),
          cache: undefined,
          neighbours: { glance: () => undefined },
          tokenizer: 'early',
          retry: RETRIES,
          signal: new AbortController().signal,
        },
      );
      const texts = new Map(
        result.outcomes.flatMap(({ unit, text }) => (text === undefined ? [] : [[unit.id, text]])),
      );
      for (const { unit, tokens } of result.outcomes) {
        before += unit.tokens;
        after += tokens;
        target += unit.target;
      }
      const rewrite = (session: typeof plan.session) =>
        applyCompression(session, choice, texts, { newUuid: () => 'none', preTokens: 0 });
      const clone = planClone(thread, { cuts: [{ rewrite }] });
      expect(brokenShape(Buffer.concat([...sessionBytes(clone.session)])), file).toEqual([]);
      const said = planCompression(clone.session, choice).placement.exchanges.map(({ items }) =>
        renderItems(items),
      );
      count(
        units,
        placement.exchanges.map(({ items }) => renderItems(items)),
        texts,
        said.join('\n'),
        counts,
      );
    }
    const share = (kind: TermKind, where: 'inText' | 'inBands' | 'inHead') =>
      Math.round((100 * counts[kind][where]) / counts[kind].wanted);
    for (const kind of ['path', 'command', 'identifier'] as const)
      console.log(
        `${kind}: ${counts[kind].wanted} spoken of again; ${share(kind, 'inText')} % in the same text (${share(kind, 'inHead')} % if it were cut to that size), ${share(kind, 'inBands')} % in the shortened turns`,
      );
    console.log(`${sessions} sessions, ${before} tokens → ${after} (target ${target})`);
    expect(sessions).toBeGreaterThanOrEqual(Math.min(SESSIONS, 20));
    // Measured: 63 to 69, 80 and 75 to 78 % in the same text, which has an eighth of its tokens left; 97 % and more in the turns.
    const floors = { path: 60, command: 70, identifier: 70 };
    for (const kind of ['path', 'command', 'identifier'] as const) {
      expect(share(kind, 'inText'), kind).toBeGreaterThanOrEqual(floors[kind]);
      expect(share(kind, 'inText'), kind).toBeGreaterThan(2 * share(kind, 'inHead'));
      expect(share(kind, 'inBands'), kind).toBeGreaterThanOrEqual(95);
    }
    expect(after / target).toBeGreaterThan(0.8);
    expect(after / target).toBeLessThan(1.05);
  },
  120_000,
);

/** A name counts once for each text that holds it, if an exchange behind that text speaks of it. */
function count(
  units: readonly CompressUnit[],
  exchanges: readonly string[],
  texts: ReadonlyMap<string, string>,
  talk: string,
  counts: Record<TermKind, Count>,
): void {
  const lastAt = new Map<string, number>();
  for (const [i, text] of exchanges.entries()) for (const term of findTerms(text)) lastAt.set(term.text, i);
  let at = 0;
  for (const unit of units) {
    const start = unit.text.trim().slice(0, 200);
    while (at < exchanges.length && !exchanges[at]?.includes(start)) at++;
    if (at === exchanges.length) throw new Error(`${unit.id} is in no exchange`);
    for (const { kind, text } of findTerms(unit.text)) {
      if ((lastAt.get(text) ?? -1) <= at) continue;
      counts[kind].wanted++;
      const short = texts.get(unit.id) ?? unit.text;
      if (short.includes(text)) counts[kind].inText++;
      if (unit.text.slice(0, short.length).includes(text)) counts[kind].inHead++;
      if (talk.includes(text)) counts[kind].inBands++;
    }
  }
}
