import { test } from 'vitest';
import { plantHome, serveHome } from '/work/main/test/server/home.fixture.ts';
test('x', async () => {
  const planted = plantHome([['agent'],['compaction', 'images', 'long-file']]);
  const s = await serveHome(planted.home);
  const id = planted.sessions[1].sessionId;
  const plan: any = await s.send('POST', `/api/sessions/${id}/cut/plan`, { cuts: [{ removeCalls: { reach: { kind: 'all' } } }] });
  console.log(JSON.stringify(plan, (k, v) => k === 'things' ? v.map((x: any) => `${x.label}|${x.turn}|${x.before}->${x.after}`) : v, 1).slice(0, 5000));
});
