import { expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from '../base/growth.fixture.ts';
import { behaviourOf } from './client-behaviour.ts';
import { type Node, readNodes } from './read-nodes.ts';
import {
  answer,
  baseSession,
  entry,
  type Fields,
  prompt,
  sessionLines,
  text,
  time,
  uuid,
} from './small-session.fixture.ts';
import { type Path, walkPath } from './walk-path.ts';

function walk(entries: readonly (Fields | string)[], leaf: number, client: string = '2.1.325'): Path {
  const behaviour = behaviourOf(client);
  const table = readNodes(sessionLines(entries), behaviour);
  return walkPath(table, table.byUuid.get(uuid(leaf)) as Node, behaviour);
}

function numbers(path: Path): number[] {
  return path.nodes.map((node) => Number(node.uuid.slice(-6)));
}

/** A prompt, an answer, and a prompt `ms` after it whose parent is not in the file. */
function gap(ms: number): Fields[] {
  const late = { ...prompt(3, 900, 'Next'), timestamp: time(2 + ms / 1000) };
  return [prompt(1, null, 'First'), answer(2, 1, 'msg_a', text('Answer')), late];
}

test('the walk goes from the leaf to the root', () => {
  expect(numbers(walk(baseSession(), 5))).toEqual([1, 2, 3, 4, 5]);
});

test('[resume R5] a missing parent is passed at the entry nearest in time, up to 5,000 ms before', () => {
  expect(numbers(walk(gap(5000), 3))).toEqual([1, 2, 3]);
  expect(walk(gap(5000), 3).mended.map((node) => node.uuid)).toEqual([uuid(3)]);
});

test('[resume R5] an entry 5,001 ms before is too far: history ends at the gap', () => {
  expect(numbers(walk(gap(5001), 3))).toEqual([3]);
  expect(walk(gap(5001), 3).begins).toBe('missing-parent');
});

test('[resume R5] of entries at the same time the first in the file is taken', () => {
  const twins = [answer(7, 1, 'msg_x', text('One')), answer(8, 1, 'msg_y', text('Two'))];
  const entries = [
    prompt(1, null, 'First'),
    ...twins.map((line) => ({ ...line, timestamp: time(2) })),
    ...gap(10).slice(2),
  ];
  expect(numbers(walk(entries, 3))).toEqual([1, 7, 3]);
});

test('[R4] to 2.1.50 a missing parent cuts off all that is before it', () => {
  expect(numbers(walk(gap(10), 3, '2.1.50'))).toEqual([3]);
  expect(numbers(walk(gap(10), 3, '2.1.100'))).toEqual([1, 2, 3]);
});

test('[R4] a null parent in the middle is a cut in every client', () => {
  const cut = baseSession().map((line) => (line.uuid === uuid(4) ? { ...line, parentUuid: null } : line));
  expect(numbers(walk(cut, 5))).toEqual([4, 5]);
  expect(walk(cut, 5).begins).toBe('root');
});

const circle = baseSession().map((line) => (line.uuid === uuid(4) ? { ...line, parentUuid: uuid(5) } : line));

test('[resume R5] a circle of parents is left at the entry nearest in time', () => {
  expect(numbers(walk(circle, 5))).toEqual([1, 2, 3, 4, 5]);
});

test('[R4] a circle cuts in 2.1.50 and hangs clients to 2.0.64', () => {
  expect(walk(circle, 5, '2.1.50')).toMatchObject({ begins: 'cycle', hangs: false });
  expect(numbers(walk(circle, 5, '2.1.50'))).toEqual([4, 5]);
  expect(walk(circle, 5, '2.0.64').hangs).toBe(true);
});

test('[resume R4] progress entries are bridged, to 2.0.64 they are a missing parent', () => {
  const entries = [...baseSession().slice(0, 3), entry(30, 3, 'progress', {}), prompt(4, 30, 'Next')];
  expect(numbers(walk(entries, 4))).toEqual([1, 2, 3, 4]);
  expect(numbers(walk(entries, 4, '2.0.64'))).toEqual([4]);
});

test('[resume R4] an unknown type in the chain is a missing parent, passed by time; 2.1.100 bridges it', () => {
  const late = { ...prompt(4, 30, 'Next'), timestamp: time(60) };
  const entries = [...baseSession().slice(0, 3), entry(30, 3, 'novelty', {}), late];
  expect(numbers(walk(entries, 4))).toEqual([4]);
  expect(numbers(walk(entries, 4, '2.1.100'))).toEqual([1, 2, 3, 4]);
});

test('[resume R1] of a repeated uuid the last content counts', () => {
  const path = walk([...baseSession(), answer(3, 2, 'msg_a', text('Again'))], 4);
  expect(path.nodes[2]?.entry.value.message).toMatchObject({ content: [{ text: 'Again' }] });
});

test('[resume R1] of two joined objects the first is read, a torn half is not', () => {
  const [first, second, third, ...rest] = baseSession().map((line) => JSON.stringify(line));
  expect(numbers(walk([`${first}`, `${second}${third}`, ...rest], 6))).toEqual([1, 2, 4, 5, 6]);
  expect(numbers(walk([`${first}`, `${second?.slice(0, 40)}${third}`, ...rest], 6))).toEqual([1, 4, 5, 6]);
});

test('entries of which every second one lacks its parent are walked in linear time', () => {
  const entries = Array.from({ length: 24_000 }, (_, index) => ({
    ...prompt(index + 1, index % 2 === 0 && index > 0 ? 900_000 : index || null, 'x'),
    timestamp: time(index / 100),
  }));
  const lines = sessionLines(entries);
  const behaviour = behaviourOf('2.1.325');
  const walkTo = (last: number): number => {
    const table = readNodes(lines.slice(0, last), behaviour);
    return walkPath(table, table.byUuid.get(uuid(last)) as Node, behaviour).nodes.length;
  };
  expect(walkTo(24_000)).toBe(24_000);
  expect(growthOf(3000, walkTo)).toBeLessThan(NOT_QUADRATIC);
});
