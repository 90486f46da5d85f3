import { expect, test } from 'vitest';
import { extractText } from '../../src/compress/extract-text.ts';
import { predictResume } from '../../src/context/predict-resume.ts';
import { ERAS } from '../../src/forge/eras.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { planClone } from '../../src/load/plan-clone.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread } from '../../src/session/session.ts';
import { brokenShape } from '../../src/transform/clone-laws.fixture.ts';
import { readBands } from '../../src/transform/compress-bands.ts';
import { applyCompression, type CompressChoice, planCompression } from '../../src/transform/compress-plan.ts';
import type { CutSession } from '../../src/transform/cut-session.ts';
import { sessionBytes } from '../../src/transform/write-session.ts';
import { requestFaults } from '../client/request-faults.ts';

type Chosen = Omit<CompressChoice, 'bands' | 'tokenizer' | 'atLeast'>;

const MANNERS: Readonly<Record<string, Chosen>> = {
  texts: { what: new Set(['answer', 'prompt', 'result']) },
  'texts, all of them': { what: new Set(['answer', 'prompt', 'result']), protect: 0 },
  'texts, thinking kept': { what: new Set(['answer']), keepThinking: true, protect: 0 },
  turns: { what: new Set(['turns']) },
  'turns, all of them': { what: new Set(['turns']), protect: 0 },
  compaction: { what: new Set(['turns']), asCompaction: true },
};

const SHAPES = [
  undefined,
  ['compaction', 'parallel-tools', 'queue'],
  ['fork', 'images', 'interrupted-tools', 'orphan-use'],
] as const;

test('[R2] [R6] compressed sessions of every era stay whole: links, pairs, roles, in every manner', () => {
  const broken: string[] = [];
  let changed = 0;
  // Every third era, and the newest; CLEW_ALL_CUTS=1 takes them all.
  const all = process.env.CLEW_ALL_CUTS === '1';
  const eras = ERAS.filter((_, n) => all || n % 3 === 0 || n === ERAS.length - 1);
  for (const [n, era] of eras.entries()) {
    for (const shape of SHAPES) {
      const forged = forgeSession({ seed: `compress ${n}`, era, ...(shape ? { shape } : {}) });
      const lines = parseLog(mainBytes(forged));
      const thread = buildThread(lines);
      const faults = new Set(faultsOf(lines));
      for (const [name, chosen] of Object.entries(MANNERS)) {
        const choice: CompressChoice = {
          ...chosen,
          bands: readBands('0-100:30'),
          atLeast: 15,
          tokenizer: 'early',
        };
        const { units } = planCompression(planClone(thread, {}).session, choice);
        if (units.length === 0) continue;
        const texts = new Map(
          units.map(({ id, text, target, wanted }) => [
            id,
            extractText(text, { target, wanted, tokenizer: 'early' }),
          ]),
        );
        let count = 0;
        const ends = { newUuid: () => `new-${++count}`, preTokens: 1000 };
        const rewrite = (session: CutSession) => applyCompression(session, choice, texts, ends);
        const plan = planClone(thread, { cuts: [{ rewrite }] });
        if (Object.keys(plan.changes).length > 0) changed++;
        const bytes = Buffer.concat([...sessionBytes(plan.session)]);
        const place = `${era.version} ${shape ?? 'usual'}, ${name}`;
        for (const what of brokenShape(bytes)) broken.push(`${place}: ${what}`);
        for (const what of faultsOf(parseLog(bytes))) if (!faults.has(what)) broken.push(`${place}: ${what}`);
      }
    }
  }
  expect(broken).toEqual([]);
  expect(changed).toBeGreaterThan(eras.length * 10);
});

function faultsOf(lines: ReturnType<typeof parseLog>): readonly string[] {
  return requestFaults({ messages: predictResume(lines).messages } as never);
}
