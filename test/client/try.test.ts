import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { resumeMany } from './resume-many.ts';

test('try', async () => {
  const root = '/work/shared/corpus/projects';
  const files = readdirSync(root, { recursive: true })
    .map(String)
    .filter((f) => /\/[0-9a-f-]{36}\.jsonl$/.test(f) && f.split('/').length === 2)
    .map((f) => join(root, f));
  console.log(files.length);
  for (const v of (process.env.VS ?? '2.1.325').split(',')) {
    const t = Date.now();
    const out: Record<string, unknown> = {};
    const sub = files.filter((_, i) => i % Number(process.env.N ?? 1) === 0);
    const r = await resumeMany(v, sub, { jobs: 2 });
    const kinds: Record<string, number> = {};
    for (const [f, x] of r) {
      kinds[x.kind] = (kinds[x.kind] ?? 0) + 1;
      out[f] = x;
      if (x.kind === 'failed') console.log(f, x);
    }
    const ms = [...r.values()].map((x) => x.ms).sort((a, b) => a - b);
    console.log(v, Date.now() - t, 'ms', kinds, 'median', ms[ms.length >> 1], 'max', ms.at(-1));
    mkdirSync('/tmp/labout', { recursive: true });
    writeFileSync(`/tmp/labout/${v}.json`, JSON.stringify(out));
  }
}, 3_000_000);
