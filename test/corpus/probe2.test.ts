import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { predictResume } from '../../src/context/predict-resume.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread } from '../../src/session/session.ts';
import { recutThread } from '../../src/transform/recut-thread.ts';
import { fitSession } from '../../src/transform/fit-session.ts';
import { finishSession } from '../../src/transform/finish-session.ts';
import { ledgerOf, measureCut } from '../../src/transform/measure-cut.ts';
import { corpusFiles, isAgentFile } from './corpus.ts';

test('probe', () => {
  const rows: string[] = [];
  let off = 0, n = 0, ref = 0;
  for (const file of corpusFiles()) {
    if (isAgentFile(file)) continue;
    const lines = parseLog(readFileSync(file));
    const p = predictResume(lines);
    if (p.messages.length < 20) continue;
    const thread = buildThread(lines);
    const none = recutThread(thread, { title: 'x' });
    const ledger = ledgerOf(none.whole, thread);
    const before = measureCut(none.session, ledger).context;
    const sys = before.byKind.system;
    const target = Math.round(sys + (before.total - sys) * 0.6);
    const t0 = performance.now();
    try {
      const fit = fitSession(none.whole, target, ledger);
      const ms = performance.now() - t0;
      const after = measureCut(finishSession(fit.session, { title: '' }), ledger).context;
      n++;
      const ratio = after.total / target;
      if (ratio < 0.97 || ratio > 1) off++;
      if (ratio < 0.97 || before.basis === 'x') rows.push([file.split('/').at(-1)?.slice(0, 8), before.total, 'sys', sys, 'target', target, 'got', after.total, ratio.toFixed(3), ms.toFixed(0), JSON.stringify(fit.changes)].join(' '));
    } catch (e) { ref++; rows.push(file.split('/').at(-1)?.slice(0, 8) + ' ' + (e as Error).message); }
  }
  console.log(rows.join('\n'));
  console.log({ n, off, ref });
}, 200_000);
