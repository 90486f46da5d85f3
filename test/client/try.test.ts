import { test } from 'vitest';
import { ALL_SCENARIOS } from './all-scenarios.ts';
import { produceSessions } from './produce-sessions.ts';
import { requestFaults } from './request-faults.ts';

test('try', async () => {
  const t = Date.now();
  const only = process.env.ONLY?.split(',');
  await produceSessions({
    scenarios: ALL_SCENARIOS.filter((s) => !only || only.includes(s.name)),
    onCell: (c, ms) => {
      let w =
        c.kind === 'missing' ? c.reason : c.kind === 'problem' ? c.message.slice(0, 1500) : c.resumed.kind;
      if (c.kind === 'produced' && c.resumed.kind === 'sent')
        w += ' ' + requestFaults(c.resumed.body).join('; ') + ' ' + c.resumed.body.messages.length;
      if (c.kind === 'produced' && c.resumed.kind !== 'sent') w += JSON.stringify({ ...c.resumed, body: 0 });
      process.stdout.write(`${c.version} ${c.scenario} ${ms}ms ${c.kind} ${w}\n`);
    },
  });
  process.stdout.write(`total ${Date.now() - t}\n`);
}, 3_000_000);
