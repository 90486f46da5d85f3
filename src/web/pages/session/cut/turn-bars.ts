// The bars of the picture by turn: one a turn, or one for a stretch of turns where a screen has no room for all.
import type { CutPlanAnswer } from '../../../../server/api.ts';

export interface TurnBar {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
  readonly sent: boolean;
}

export const MOST_BARS = 180;

export function turnBars(perTurn: CutPlanAnswer['perTurn'], most: number = MOST_BARS): TurnBar[] {
  const size = Math.max(1, Math.ceil(perTurn.length / most));
  const bars: TurnBar[] = [];
  for (let i = 0; i < perTurn.length; i += size) {
    const turns = perTurn.slice(i, i + size);
    bars.push({
      from: turns[0]?.turn ?? 0,
      to: turns.at(-1)?.turn ?? 0,
      before: turns.reduce((sum, { before }) => sum + before, 0),
      after: turns.reduce((sum, { after }) => sum + after, 0),
      sent: turns.some(({ sent }) => sent),
    });
  }
  return bars;
}
