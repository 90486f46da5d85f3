import { test } from 'vitest';
import { installClient } from './install.ts';
import { Namespace } from './namespace.ts';
import { makeScratch, removeScratch } from './scratch.ts';
import { Lab, bash, text } from './scenario.ts';
test('x', async () => {
  const ns = new Namespace();
  for (const [v, n, inp, args] of [['1.0.60', 199000, 0, []], ['1.0.60', 185000, 1, []], ['1.0.60', 165000, 0, []], ['2.1.200', 185000, 0, []], ['2.1.200', 990000, 0, ['--model','claude-sonnet-4-5']], ['2.1.200', 185000, 0, ['--model','claude-sonnet-4-5']], ['2.1.200', 1100000, 0, []]] as const) {
    const scratch = await makeScratch();
    const lab = new Lab(ns, await installClient(v), scratch);
    await lab.print('Small start', { answers: [{ text: 'Started.' }] }, {args});
    const usage = inp ? { input_tokens: n } : { cache_read_input_tokens: n };
    const r = await lab.print('Fill', { answers: [{ content: [text('First.'), bash('echo a')] }, { usage, content: [text('Second.'), bash('echo b')] }, { text: 'After.' }, {text: 'More.'}] }, { args: [...args, '--resume', await lab.sessionId()] });
    process.stdout.write(`${v} ${n} ${args} ${r.requests.map(q => q.kind + ':' + q.body.model)}\n`);
    const r2 = await lab.print('Again', { answers: [{text:'Again.'}] }, { args: [...args, '--resume', await lab.sessionId()] });
    process.stdout.write(`   then ${r2.requests.map(q => q.kind + ':' + q.body.model)}\n`);
    await removeScratch(scratch);
  }
  await ns.close();
}, 500000);
