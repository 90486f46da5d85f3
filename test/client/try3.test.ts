import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { resumeMany } from './resume-many.ts';

test('x', async () => {
  const root = join(import.meta.dirname, '../../../shared/corpus/projects');
  const files = readdirSync(root, { recursive: true })
    .map(String)
    .filter((f) => /\/[0-9a-f-]{36}\.jsonl$/.test(f) && f.split('/').length === 2)
    .map((f) => join(root, f))
    .filter((_, i) => i % 6 === 0);
  for (const v of ['1.0.60', '2.0.33', '2.0.64', '2.1.50', '2.1.100', '2.1.200', '2.1.233', '2.1.325']) {
    const t = Date.now();
    const r = await resumeMany(v, files);
    const k: Record<string, number> = {};
    for (const x of r.values()) k[x.kind] = (k[x.kind] ?? 0) + 1;
    process.stdout.write(
      `${v} ${files.length} in ${Date.now() - t} ms = ${Math.round((Date.now() - t) / files.length)} each ${JSON.stringify(k)}\n`,
    );
  }
}, 600000);
