// What the Context page tells of each turn: read from its messages alone, because making rows takes a long session longer.
import { isCompactSummary } from '../log/fields.ts';
import { systemRows } from '../render/system-rows.ts';
import type { Transcript } from '../render/transcript.ts';
import { contextsOf } from '../render/web/turn-facts.ts';
import { compactedSizes } from '../session/compacted-sizes.ts';
import type { Turn } from '../session/turns.ts';
import type { CompactionMark, TurnLine } from './api.ts';
import { markOf, modelOfTurn, promptOfTurn } from './turns-view.ts';
import { usageOfMessages } from './usage-view.ts';

/** As the outline of turns has it. */
export interface TurnGlance
  extends Pick<TurnLine, 'number' | 'prompt' | 'start' | 'exchanges' | 'model' | 'contextAfter' | 'usage'> {
  readonly compactions: readonly Omit<CompactionMark, 'row'>[];
}

export function glanceTurns(transcript: Transcript): TurnGlance[] {
  const counted = new Set<string>();
  const left = new Map(
    [...compactedSizes(transcript.turns)].map(([{ place }, { after }]) => [place.line, after]),
  );
  return transcript.turns.map((turn) => {
    const { number, start, exchanges, messages } = turn;
    const { contextAfter } = contextsOf(messages);
    const model = modelOfTurn(turn);
    return {
      number,
      prompt: promptOfTurn(turn),
      exchanges,
      usage: usageOfMessages(messages, counted),
      compactions: compactionsOf(turn, transcript).map((mark) => {
        const after = mark.after ?? left.get(mark.line ?? 0);
        return after === undefined ? mark : { ...mark, after };
      }),
      ...(start === undefined ? {} : { start }),
      ...(model === undefined ? {} : { model }),
      ...(contextAfter === undefined ? {} : { contextAfter }),
    };
  });
}

function compactionsOf(turn: Turn, { turnRows }: Transcript): TurnGlance['compactions'] {
  const marks: TurnGlance['compactions'][number][] = [];
  let awaitsSummary = false;
  for (const entry of turn.entries) {
    if (entry.value.type === 'system') {
      for (const row of systemRows(entry, undefined)) {
        if (row.kind !== 'compaction') continue;
        marks.push(markOf(row));
        awaitsSummary ||= row.scope === 'full';
      }
    } else if (isCompactSummary(entry)) {
      // A summary without its boundary [G4] is a row of its own; where it stands among others the rows tell.
      if (!awaitsSummary)
        return turnRows(turn).flatMap((row) => (row.kind === 'compaction' ? [markOf(row)] : []));
      awaitsSummary = false;
    }
  }
  return marks;
}
