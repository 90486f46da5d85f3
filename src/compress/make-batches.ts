// Groups texts into batches of neighbours, each with a glance at the conversation before and behind it.
import type { CompressUnit } from '../transform/compress-unit.ts';

export interface UnitBatch {
  readonly units: readonly CompressUnit[];
  readonly before: string;
  readonly after: string;
}

export interface Neighbours {
  /** What was said in a turn, shortly; undefined where there is no such turn. */
  readonly glance: (turn: number) => string | undefined;
}

const MOST_UNITS = 8;
const MOST_TOKENS = 8000;

/** In order; a unit that is large goes alone. */
export function makeBatches(units: readonly CompressUnit[], { glance }: Neighbours): UnitBatch[] {
  const groups: CompressUnit[][] = [];
  let tokens = 0;
  for (const unit of units) {
    const group = groups.at(-1);
    if (!group || group.length >= MOST_UNITS || tokens + unit.tokens > MOST_TOKENS) {
      groups.push([unit]);
      tokens = unit.tokens;
    } else {
      group.push(unit);
      tokens += unit.tokens;
    }
  }
  return groups.map((group) => {
    const [first, last] = [group[0] as CompressUnit, group.at(-1) as CompressUnit];
    return {
      units: group,
      before: [glance(first.turn - 1), glance(first.turn)].filter((text) => text !== undefined).join('\n'),
      after: glance(last.lastTurn + 1) ?? '',
    };
  });
}
