// Plans a compression: what of a session shall be shortened, and how the results become a new session.
import type { Tokenizer } from '../context/tokens/estimate-text.ts';
import type { Band } from './compress-bands.ts';
import { insertCompaction } from './compress-compaction.ts';
import { listExchanges, preservedItems } from './compress-exchanges.ts';
import { type Placement, placeBands } from './compress-place.ts';
import { replaceTexts } from './compress-texts.ts';
import { replaceTurns } from './compress-turns.ts';
import type { CompressUnit, UnitKind } from './compress-unit.ts';
import { listTextUnits, listTurnUnits, type TurnsUnit } from './compress-units.ts';
import type { Cut, CutSession } from './cut-session.ts';

export interface CompressChoice {
  readonly bands: readonly Band[];
  /** How many of the newest turns stay as they are; `PROTECTED_TURNS` if not given. */
  readonly protect?: number | undefined;
  readonly what: ReadonlySet<UnitKind>;
  /** Texts of fewer tokens are left alone. */
  readonly atLeast: number;
  readonly asCompaction?: boolean;
  readonly keepThinking?: boolean;
  readonly markers?: boolean;
  readonly tokenizer: Tokenizer;
}

export interface CompressPlan {
  readonly units: readonly CompressUnit[];
  readonly placement: Placement;
}

export function planCompression(session: CutSession, choice: CompressChoice): CompressPlan {
  const placement = choice.asCompaction
    ? withBeginning(placeBands(listExchanges(session), choice.bands, choice.protect))
    : placeBands(listExchanges(session), choice.bands, choice.protect);
  const whole = choice.asCompaction || choice.what.has('turns');
  const units = whole
    ? listTurnUnits(placement, choice, choice.asCompaction ? preservedItems(session) : [])
    : listTextUnits(placement, choice);
  return { units, placement };
}

/** `texts` are the results by unit; the session must be the one that was planned, before or after it was finished. */
export function applyCompression(
  session: CutSession,
  choice: CompressChoice,
  texts: ReadonlyMap<string, string>,
  options: { readonly newUuid: () => string; readonly preTokens: number },
): Cut {
  if (!choice.asCompaction && !choice.what.has('turns')) return replaceTexts(session, texts, choice);
  const units = planCompression(session, choice).units as readonly TurnsUnit[];
  return choice.asCompaction
    ? insertCompaction(session, units, texts, options)
    : replaceTurns(session, units, texts);
}

// Behind a boundary nothing older is sent [R3]: a compaction covers all from the beginning to the end of the last band, and
// what lies before the first band or between two goes with the one that follows.
function withBeginning(placement: Placement): Placement {
  const bandOf = [...placement.bandOf];
  for (let i = bandOf.length - 2; i >= 0; i--) bandOf[i] ??= bandOf[i + 1];
  return { ...placement, bandOf };
}
