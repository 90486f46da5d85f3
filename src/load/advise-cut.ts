// Says which preset a session needs: by how full its window is, and by what each preset would really leave in it.
import { Refusal } from '../base/refusal.ts';
import type { Thread } from '../session/session.ts';
import { PRESETS, type Preset } from '../transform/presets.ts';
import { type CloneCuts, planClone } from './plan-clone.ts';

/** A session that goes on needs room: so much of the window may be full when it is resumed. */
const MOST_FILLED = 0.5;

/** Planning every preset of a larger session would keep a person waiting. */
export const MOST_ADVISED_BYTES = 30_000_000;

export interface WeighedPreset {
  readonly name: string;
  /** What a resume of the copy would load; undefined where the cut is refused. */
  readonly tokens: number | undefined;
}

export type Advice =
  | { readonly take: 'nothing' }
  | { readonly take: 'preset'; readonly name: string; readonly tokens: number }
  /** No preset is enough: the size to fit. */
  | { readonly take: 'fit'; readonly tokens: number };

/** What each preset would leave of a session, and which to take. */
export interface CutAdvice {
  /** What a resume loads now. */
  readonly tokens: number;
  /** Undefined where the model is not known: then there is no advice either. */
  readonly window: number | undefined;
  readonly presets: readonly WeighedPreset[];
  readonly advice: Advice | undefined;
}

/** Advises the gentlest cut that leaves half of the window free, as a dry run without a cut does. */
export function adviseCut(thread: Thread, of: Pick<CloneCuts, 'leaf' | 'uncompact'> = {}): CutAdvice {
  const { before, after } = planClone(thread, of).context;
  const window = before.window?.tokens;
  const presets = PRESETS.map((preset) => weigh(thread, of, preset));
  return {
    tokens: after.total,
    window,
    presets,
    advice:
      window === undefined
        ? undefined
        : choosePreset(
            after.total,
            window,
            ({ name }) => presets.find((weighed) => weighed.name === name)?.tokens,
          ),
  };
}

/**
 * The first that leaves half of the window free; the gentlest come first. `weigh` tells what a resume would load after one,
 * undefined where it is refused: that takes a plan each, so it is asked no more often than needed.
 */
export function choosePreset(
  tokens: number,
  window: number,
  weigh: (preset: Preset) => number | undefined,
): Advice {
  const most = Math.floor(window * MOST_FILLED);
  if (tokens <= most) return { take: 'nothing' };
  for (const preset of PRESETS) {
    const left = weigh(preset);
    if (left !== undefined && left <= most) return { take: 'preset', name: preset.name, tokens: left };
  }
  return { take: 'fit', tokens: most };
}

function weigh(thread: Thread, of: CloneCuts, { name, cut }: Preset): WeighedPreset {
  try {
    return { name, tokens: planClone(thread, { ...of, cuts: [cut] }).context.after.total };
  } catch (error) {
    if (error instanceof Refusal) return { name, tokens: undefined };
    throw error;
  }
}
