import { expect, test } from 'vitest';
import { chooseLeaf } from './choose-leaf.ts';
import { behaviourOf } from './client-behaviour.ts';
import { readNodes } from './read-nodes.ts';
import {
  answer,
  attachment,
  baseSession,
  entry,
  type Fields,
  lastPrompt,
  prompt,
  sessionLines,
  text,
  time,
  uuid,
} from './small-session.fixture.ts';

const NEWEST = '2.1.325';

function leafOf(entries: readonly Fields[], client: string = NEWEST): string | undefined {
  const behaviour = behaviourOf(client);
  return chooseLeaf(readNodes(sessionLines(entries), behaviour), behaviour)?.uuid;
}

const olderBranchLast = [
  ...baseSession(),
  { ...prompt(40, 3, 'Other'), timestamp: time(3.2) },
  { ...answer(41, 40, 'msg_x', text('Other answer')), timestamp: time(3.4) },
];

test('[resume R2] the leaf is the last entry in the file, whatever its time', () => {
  expect(leafOf(olderBranchLast)).toBe(uuid(41));
});

test('[R1] to 2.1.100 the leaf is the entry with the newest timestamp', () => {
  expect(leafOf(olderBranchLast, '2.1.100')).toBe(uuid(17));
});

test('[R1] to 2.1.100 the first in the file wins where all timestamps are one', () => {
  const stamped = baseSession().map((line) => ({ ...line, timestamp: time(1) }));
  expect(leafOf(stamped, '2.0.64')).toBe(uuid(1));
});

test('[resume R2] a sidechain or progress entry is never the leaf', () => {
  const side = entry(30, 17, 'assistant', { isSidechain: true, message: { content: [] } });
  expect(leafOf([...baseSession(), side, entry(31, 17, 'progress', {})])).toBe(uuid(17));
});

test('[resume R2] a last entry with children gives way to the last one below it', () => {
  expect(leafOf(baseSession().reverse())).toBe(uuid(17));
});

test('[resume R2] an attachment with no prompt above it is not the leaf', () => {
  expect(leafOf([...baseSession(), attachment(30, null, { type: 'skill_listing' })])).toBe(uuid(17));
});

test('[resume R2] where there is nothing but attachments the last one is the leaf', () => {
  expect(leafOf([attachment(1, null, { type: 'a' }), attachment(2, 1, { type: 'b' })])).toBe(uuid(2));
});

test('[resume R3] the last last-prompt names the leaf', () => {
  expect(leafOf([...olderBranchLast, lastPrompt(17)])).toBe(uuid(17));
});

test('[resume R3] a last-prompt that names an ancestor of the leaf is passed over, unless it is explicit', () => {
  expect(leafOf([...baseSession(), lastPrompt(7)])).toBe(uuid(17));
  expect(leafOf([...baseSession(), lastPrompt(7, { explicit: true })])).toBe(uuid(7));
});

test('[resume R3] an explicit last-prompt no longer counts once something was written after it', () => {
  const [last, ...rest] = baseSession().reverse();
  expect(leafOf([...rest.reverse(), lastPrompt(7, { explicit: true }), last as Fields])).toBe(uuid(17));
});

test('[resume R3] a last-prompt that names nothing in the file is passed over', () => {
  expect(leafOf([...baseSession(), lastPrompt(777)])).toBe(uuid(17));
});

test('[R1] to 2.1.100 last-prompt has no effect', () => {
  expect(leafOf([...baseSession(), lastPrompt(7, { explicit: true })], '2.1.100')).toBe(uuid(17));
});

test('[resume R1] a file without timestamps holds no conversation, or begins at its first entry to 2.1.50', () => {
  const bare = baseSession().map(({ timestamp: _, ...rest }) => rest);
  expect(leafOf(bare)).toBeUndefined();
  expect(leafOf(bare, '2.1.50')).toBe(uuid(1));
});
