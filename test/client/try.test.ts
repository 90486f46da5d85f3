import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { installClient } from './install.ts';
import { Namespace } from './namespace.ts';
import { makeScratch, removeScratch } from './scratch.ts';
import { runClient } from './run-client.ts';
test('try', async () => {
  const ns = new Namespace();
  for (const v of ['1.0.60','2.0.33','2.0.64','2.1.50','2.1.100','2.1.200','2.1.325']) {
    const client = await installClient(v);
    const scratch = await makeScratch();
    const r = await runClient(ns, { client, scratch, script: {answers:[{text:'Hello.'}]}, args: ['-p','Hi there'] });
    console.log(v, r.code, r.ended, r.ms, JSON.stringify(r.stdout), r.stderr.slice(0,300), r.requests.map(q=>q.kind+':'+q.url+':'+(new Date(q.at).getTime()%100000)), r.files.length);
    const id = r.files[0]!.split('/').pop()!.replace('.jsonl','');
    const s = await runClient(ns, { client, scratch, script: {answers:[{text:'Hello.'}]}, args: ['-p','What now? (lab)', '--resume', id], stopAt: 'What now? (lab)' });
    console.log(v, s.code, s.ended, s.ms, s.requests.map(q=>q.kind), JSON.stringify(s.requests.at(-1)?.body.messages).slice(0,3000));
    await removeScratch(scratch);
  }
  await ns.close();
});
