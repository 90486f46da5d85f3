// Which turns have a note: a small flag on the rail, where a pencil would leave it.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { Annotation, TurnLine } from '../../../server/api.ts';
import { clip } from '../../data/clip.ts';
import { notes, placeNotes } from '../../data/notes.ts';
import type { Knot, RailKnots } from '../../data/rail-knots.ts';

interface RailNotesProps {
  readonly turns: readonly TurnLine[];
  readonly rail: RailKnots;
  readonly y: (at: number) => string;
}

const X = 30;

export function RailNotes({ turns, rail, y }: RailNotesProps): JSX.Element | null {
  const all = notes.value;
  const flags = useMemo(() => flagsOf(all, turns, rail), [all, turns, rail]);
  if (flags.length === 0) return null;
  return (
    <>
      {flags.map(({ knot, lines }) => {
        return (
          <svg key={knot.from.number} class="rail-note" y={y(knot.at)} x={X} overflow="visible">
            <title>{lines.join('\n')}</title>
            <path d="M-3-4h6v8l-3-2.5-3 2.5z" style={{ fill: 'var(--ink)' }} />
          </svg>
        );
      })}
    </>
  );
}

interface Flag {
  readonly knot: Knot;
  /** What the notes say, each with its turn: a knot may stand for many. */
  readonly lines: readonly string[];
}

function flagsOf(all: readonly Annotation[], turns: readonly TurnLine[], { knots }: RailKnots): Flag[] {
  const placed = placeNotes(all, turns);
  return knots.flatMap((knot) => {
    const here = placed.filter(({ turn }) => knot.from.number <= turn && turn <= knot.to.number);
    const lines = here.map(({ note, turn }) => `Turn ${turn}: ${wordsOf(note)}`);
    return lines.length === 0 ? [] : [{ knot, lines }];
  });
}

function wordsOf({ labels, note }: Annotation): string {
  return clip(stripToLine([labels.join(', '), note].filter(Boolean).join(': ')), 120);
}
