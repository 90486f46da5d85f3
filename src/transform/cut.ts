// Applies the chosen cuts to a session in their one order.
import type { Reach } from './choose-turns.ts';
import { addChanges, type Changes, type Cut, type CutSession } from './cut-session.ts';
import { type Droppable, dropEntries } from './drop-entries.ts';
import { excerpt, type TurnRange } from './excerpt.ts';
import type { Part } from './part.ts';
import { removeImages } from './remove-images.ts';
import { removeThinking } from './remove-thinking.ts';
import { type RemoveCallsOptions, removeToolCalls } from './remove-tool-calls.ts';
import { type ScaleOptions, scaleImages } from './scale-images.ts';
import { type TruncateOptions, truncateResults } from './truncate-results.ts';

/** What to take out of a session. */
export interface CutOptions {
  readonly turns?: TurnRange;
  readonly removeCalls?: RemoveCallsOptions;
  readonly truncate?: readonly TruncateOptions[];
  readonly removeThinking?: Reach;
  /** Only the thinking of these answers, by message id. */
  readonly thinkingOf?: ReadonlySet<string>;
  readonly removeImages?: Reach;
  /** Only the images in these entries, by uuid. */
  readonly imagesOf?: ReadonlySet<string>;
  /** Puts smaller images in the place of large ones; they were made before, see `listLargeImages`. */
  readonly scaleImages?: ScaleOptions;
  readonly drop?: readonly Droppable[];
  /** A transform that another layer prepared, such as a compression; applied last. */
  readonly rewrite?: (session: CutSession) => Cut;
}

/**
 * Turns go first, so that shares are of what is left; then whole things, then parts of things. `part` is for a session that
 * is only a part of one: what its transforms would have to know of the rest.
 */
export function cutSession(session: CutSession, options: CutOptions, part?: Part): Cut {
  const steps: ((session: CutSession) => Cut)[] = [];
  const { turns, removeCalls, removeThinking: thinking, removeImages: images, drop, truncate } = options;
  const { scaleImages: scale } = options;
  if (turns) steps.push((before) => excerpt(before, turns, part));
  if (removeCalls) steps.push((before) => removeToolCalls(before, removeCalls, part));
  if (thinking) steps.push((before) => removeThinking(before, thinking, options.thinkingOf));
  if (images) steps.push((before) => removeImages(before, images, options.imagesOf));
  if (scale) steps.push((before) => scaleImages(before, scale));
  if (drop) steps.push((before) => dropEntries(before, drop));
  for (const one of truncate ?? []) steps.push((before) => truncateResults(before, one));
  if (options.rewrite) steps.push(options.rewrite);
  let cut: { session: CutSession; changes: Changes } = { session, changes: {} };
  for (const step of steps) {
    const next = step(cut.session);
    cut = { session: next.session, changes: addChanges(cut.changes, next.changes) };
  }
  return cut;
}
