import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CompressPlanAnswer,
  CutOverview,
  CutPlanAnswer,
  ErrorAnswer,
  SessionsAnswer,
} from '../../src/server/api.ts';
import { type Planted, plantHome, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

let planted: Planted;
let server: TestServer;

beforeAll(async () => {
  planted = plantHome([
    ['parallel-tools', 'failing-tool', 'long-file'],
    ['long-file', 'parallel-tools', 'compaction', 'todos'],
  ]);
  server = await serveHome(planted.home);
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

const url = (n: number, path: string) => `/api/sessions/${planted.sessions[n]?.sessionId ?? ''}/${path}`;
const plan = (n: number, input: object) => server.send<CutPlanAnswer>('POST', url(n, 'cut/plan'), input);
const ALL = { kind: 'all' } as const;
const lost = ({ perTurn }: CutPlanAnswer) =>
  perTurn.filter(({ before, after }) => after < before).map(({ turn }) => turn);

test('a cut in chosen turns leaves every other turn as it is', async () => {
  const everywhere = await plan(0, { cuts: [{ removeCalls: { reach: ALL } }] });
  const [turn = 0, ...others] = lost(everywhere);
  expect(others.length).toBeGreaterThan(0);
  const here = await plan(0, {
    cuts: [{ removeCalls: { reach: ALL }, inTurns: [{ from: turn, to: turn }] }],
  });
  expect(lost(here)).toEqual([turn]);
  const there = await plan(0, {
    cuts: [{ removeCalls: { reach: ALL }, inTurns: others.map((one) => ({ from: one, to: one })) }],
  });
  expect((here.changes.toolCalls ?? 0) + (there.changes.toolCalls ?? 0)).toBe(everywhere.changes.toolCalls);
  const thinking = await plan(0, { cuts: [{ removeThinking: ALL, inTurns: [{ from: turn, to: turn }] }] });
  for (const one of lost(thinking)) expect(one).toBe(turn);
});

test('what goes is summed by tool, and a call that is shortened is one thing', async () => {
  const shorter = await plan(0, { cuts: [{ truncate: [{ reach: ALL, most: 20, inputs: true }] }] });
  const group = shorter.goes.find(({ what }) => what === 'shortened');
  expect(group?.count).toBeGreaterThan(0);
  expect(shorter.tools.reduce((sum, { shortened }) => sum + shortened, 0)).toBe(group?.count);
  expect(shorter.tools.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(group?.tokens);
  const removed = await plan(0, { cuts: [{ removeCalls: { reach: ALL } }] });
  expect(removed.tools.reduce((sum, one) => sum + one.removed, 0)).toBe(removed.changes.toolCalls);
});

test('turns that a compaction took out come back with it undone, turn by turn', async () => {
  const now = await plan(1, {});
  const undone = await plan(1, { uncompact: 1 });
  expect(undone.tokens.after).toBeGreaterThan(now.tokens.after);
  const back = undone.perTurn.filter(({ before, after }) => before === 0 && after > 0);
  expect(back.length).toBeGreaterThan(0);
  const total = undone.perTurn.reduce((sum, { after }) => sum + after, 0);
  expect(Math.abs(total + undone.byKind.after.system - undone.tokens.after)).toBeLessThan(
    undone.tokens.after * 0.25,
  );
});

test('turns are left out before a preset takes its share of the rest', async () => {
  const both = await plan(0, { preset: 'deep', cuts: [{ turns: { from: 2 } }] });
  expect(both.turns.after).toBe(both.turns.before - 1);
  const listed = both.perTurn.find(({ turn }) => turn === 1);
  expect(listed?.after).toBe(0);
});

test('no note denies what the list of what goes tells, whatever a preset and single ticks ask for together', async () => {
  const ticks = [
    { removeCalls: { reach: ALL } },
    { removeThinking: ALL },
    { removeImages: ALL },
    { truncate: [{ reach: ALL, most: 100, inputs: true }] },
  ];
  const denials = {
    removed: /^No tool call was removed/,
    shortened: /^Nothing was shortened/,
    thinking: /^No thinking was removed/,
    images: /^No image was removed/,
  } as const;
  for (const n of [0, 1]) {
    for (const preset of ['routine', 'deep', 'emergency', 'archive']) {
      for (const tick of ticks) {
        const { goes, notes } = await plan(n, { preset, cuts: [tick] });
        expect(new Set(notes).size).toBe(notes.length);
        for (const { what } of goes) {
          const denial = denials[what as keyof typeof denials];
          if (denial) expect(notes.filter((note) => denial.test(note))).toEqual([]);
        }
      }
    }
  }
  // What is true is still said.
  const idle = await plan(0, { cuts: [{ removeImages: ALL }] });
  expect(idle.notes.join(' ')).toMatch(/^No image was removed/);
});

test('texts leave the machine only after a yes that names where they go', async () => {
  const input = { provider: 'claude', bands: '0-100:heavy', protect: 0 } as const;
  const { destination, byKind, bands } = await server.send<CompressPlanAnswer>(
    'POST',
    url(0, 'compress/plan'),
    input,
  );
  expect(destination).toMatch(/^Anthropic .* through the installed client$/);
  expect(bands.reduce((sum, { texts }) => sum + texts, 0)).toBeGreaterThan(0);
  expect(byKind.after['tool-result']).toBeLessThanOrEqual(byKind.before['tool-result']);
  const before = (await server.get<SessionsAnswer>('/api/sessions')).total;
  for (const agreedTo of [undefined, 'somebody else']) {
    const body = agreedTo === undefined ? input : { ...input, agreedTo };
    const { error } = await server.send<ErrorAnswer>('POST', url(0, 'compress'), body, 422);
    expect(error.code).toBe('not-agreed');
    expect(error.message).toContain(destination);
  }
  expect((await server.get<SessionsAnswer>('/api/sessions')).total).toBe(before);
});

test('cuts and compression go together', async () => {
  const input = { bands: '0-100:heavy', protect: 0, what: ['turns'] };
  const alone = await server.send<CompressPlanAnswer>('POST', url(0, 'compress/plan'), input);
  const both = await server.send<CompressPlanAnswer>('POST', url(0, 'compress/plan'), {
    ...input,
    cut: { cuts: [{ removeCalls: { reach: ALL } }] },
  });
  expect(both.tokens.after).toBeLessThan(alone.tokens.after);
  expect(both.byKind.after['tool-result']).toBe(0);
});

test('every tool is a choice of its own', async () => {
  const { choices } = await server.get<CutOverview>(url(0, 'cut'));
  const all = choices.find(({ id }) => id === 'tools');
  const tools = choices.filter(({ parent }) => parent === 'tools');
  expect(tools.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(all?.tokens);
});
