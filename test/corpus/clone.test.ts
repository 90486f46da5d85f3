import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinBytes } from '../../src/base/bytes.ts';
import { predictResume } from '../../src/context/predict-resume.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread } from '../../src/session/session.ts';
import { recutThread } from '../../src/transform/recut-thread.ts';
import { applyIdentity, makeIdentity } from '../../src/transform/new-identity.ts';
import { sessionBytes } from '../../src/transform/write-session.ts';
import { corpusFiles, isAgentFile } from './corpus.ts';

test('probe', () => {
  let n = 0;
  let bad = 0;
  let empty = 0;
  const t = Date.now();
  let bytesTotal = 0;
  for (const file of corpusFiles()) {
    if (isAgentFile(file)) continue;
    const bytes = readFileSync(file);
    bytesTotal += bytes.length;
    const lines = parseLog(bytes);
    const source = predictResume(lines);
    if (source.messages.length === 0) { empty++; continue; }
    n++;
    const thread = buildThread(lines);
    const { session } = recutThread(thread, { title: 'x' });
    let i = 0;
    const identity = makeIdentity(thread.entries.map((e) => e.value), 'new', () => `id-${++i}`);
    const out = parseLog(joinBytes([...sessionBytes(applyIdentity(session, identity))]));
    for (const client of ['2.1.325']) {
      const a = predictResume(lines, { client }).messages.map(({ role, content }) => [role, content]);
      const b = predictResume(out, { client }).messages.map(({ role, content }) => [role, content]);
      if (JSON.stringify(a) !== JSON.stringify(b)) {
        bad++;
        const at = a.findIndex((m, k) => JSON.stringify(m) !== JSON.stringify(b[k]));
        console.log(file.split('/').at(-1), client, a.length, b.length, at, '\n  A', JSON.stringify(a[at])?.slice(0, 300), '\n  B', JSON.stringify(b[at])?.slice(0, 300));
      }
    }
  }
  console.log({ n, bad, empty, ms: Date.now() - t, bytesTotal });
}, 200_000);
