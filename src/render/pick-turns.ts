// Chooses turns by what a person typed: `3`, `3..7`, `3..`, `..7`, `last`.
import { Refusal } from '../base/refusal.ts';
import type { Turn } from '../session/turns.ts';

export function pickTurns(turns: readonly Turn[], wanted: string | undefined): readonly Turn[] {
  if (wanted === undefined) return turns;
  const text = wanted.trim();
  if (text === 'last') return turns.slice(-1);
  const range = /^(\d{0,9})(\.\.(\d{0,9}))?$/.exec(text);
  if (!range || text === '' || text === '..') {
    throw new Refusal(
      'bad-turn',
      `“${shorten(text)}” is no turn and no range of turns.`,
      'Write --turn 3, --turn 3..7, --turn 3.. or --turn last.',
    );
  }
  const from = range[1] === '' ? 0 : Number(range[1]);
  const to = range[2] === undefined ? from : range[3] === '' ? Number.POSITIVE_INFINITY : Number(range[3]);
  const picked = turns.filter(({ number }) => number >= from && number <= to);
  if (picked.length > 0) return picked;
  const numbers = turns.map(({ number }) => number);
  throw new Refusal(
    'no-such-turn',
    `There is no turn ${shorten(text)} on this branch.`,
    numbers.length === 0 ? 'It has no turns.' : `It has the turns ${numbers[0]} to ${numbers.at(-1)}.`,
  );
}

function shorten(text: string): string {
  return text.slice(0, 40);
}
