import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { normalise } from './normalise.ts';
import { RESUME_PROMPT, type Resumed } from './resume.ts';

test('n', () => {
  for (const v of ['1.0.60', '2.0.33', '2.0.64', '2.1.50', '2.1.100', '2.1.200', '2.1.233', '2.1.325']) {
    const d = JSON.parse(readFileSync(`/tmp/labout/${v}.json`, 'utf8')) as Record<string, Resumed>;
    const odd: Record<string, number> = {};
    let noprompt = 0,
      n = 0;
    for (const [f, x] of Object.entries(d)) {
      if (x.kind !== 'sent') continue;
      n++;
      const r = normalise(x.body, RESUME_PROMPT);
      if (r.prompt.length !== 1) {
        noprompt++;
        console.log(v, f, r.prompt.length);
      }
      const last = x.body.messages.findLastIndex((m) => m.role === 'user');
      const tail = normalise(
        { ...x.body, messages: x.body.messages.slice(last) } as never,
        RESUME_PROMPT,
      ).messages;
      for (const m of tail)
        for (const b of m.content) {
          const k = m.role + ' ' + b.type + ' ' + (b.text ?? '').slice(0, 70);
          odd[k] = (odd[k] ?? 0) + 1;
        }
    }
    console.log(v, n, 'noprompt', noprompt, odd);
  }
});
