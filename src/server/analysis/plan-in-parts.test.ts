import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { joinBytes } from '../../base/bytes.ts';
import type { Selection } from '../../disk/select-session.ts';
import { damage } from '../../forge/damage.ts';
import { forgeLargeSession } from '../../forge/forge-large.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { type CloneCuts, planClone } from '../../load/plan-clone.ts';
import { parseLog } from '../../log/read-log.ts';
import { buildThread } from '../../session/session.ts';
import { PRESETS } from '../../transform/presets.ts';
import { planCut } from './plan-cut.ts';
import { planInParts } from './plan-in-parts.ts';

const bytes = joinBytes([...forgeLargeSession({ seed: 'parts', bytes: 3_300_000 })]);

function openBytes(content: Uint8Array): OpenSession {
  return { sessionId: 'a', file: 'a.jsonl', thread: buildThread(parseLog(content)), agents: [] };
}

const ALL = { kind: 'all' } as const;
const CUTS: readonly (readonly [string, CloneCuts])[] = [
  ['nothing', {}],
  ['all calls', { cuts: [{ removeCalls: { reach: ALL } }] }],
  ['a preset', { cuts: [PRESETS[0]?.cut ?? {}] }],
  ['the last compaction undone', { uncompact: 1, cuts: [{ removeThinking: ALL }] }],
  ['some turns', { cuts: [{ turns: { from: 40 } }] }],
];

test.each(CUTS)('a plan in parts is the plan of the whole: %s', async (_, cuts) => {
  const open = openBytes(bytes);
  await compare(open, cuts);
});

test('a plan in parts is the plan of the whole, of a damaged session, too', async () => {
  const kinds = ['dangling-parent', 'removed-result', 'duplicate-line', 'torn-last-line'];
  const open = openBytes(damage(bytes, { seed: 'parts', kinds }));
  await compare(open, { cuts: [{ removeCalls: { reach: ALL } }] });
});

test.each([
  ['nothing', {}],
  ['all calls and thinking', { cuts: [{ removeCalls: { reach: ALL } }, { removeThinking: ALL }] }],
  ['long results shortened', { cuts: [{ truncate: [{ reach: ALL, most: 500 }] }] }],
] as const)('the page shows the same of a plan in parts: %s', async (_, input) => {
  const context = {
    selection: { kind: 'loose', file: 'a.jsonl', sessionId: 'a' } as Selection,
    dataDir: '',
    now: () => new Date(0),
    newUuid: randomUUID,
  };
  const whole = await planCut(openBytes(bytes), input, { ...context, inParts: false });
  const parts = await planCut(openBytes(bytes), input, { ...context, inParts: true });
  expect(parts).toEqual(whole);
});

async function compare(open: OpenSession, cuts: CloneCuts): Promise<void> {
  const whole = planClone(open.thread, cuts);
  const parts = await planInParts(open, cuts, randomUUID);
  const { session: wholeSession, ...wholeRest } = whole;
  const { session: partsSession, ...partsRest } = parts;
  expect(partsRest).toEqual(wholeRest);
  const lines = ({ items }: typeof wholeSession) =>
    items.map(({ entry, turn, role }) => `${entry?.place.line} ${turn} ${role}`);
  expect(lines(partsSession)).toEqual(lines(wholeSession));
  expect(partsSession.items.length).toBeGreaterThan(100);
}
