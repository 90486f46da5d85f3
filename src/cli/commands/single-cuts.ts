// The single cuts that a person can tick, as data, and what they come to together.
import { formatCount } from '../../base/format-number.ts';
import { SIDE_SEEN } from '../../load/scale-images.ts';
import type { Reach } from '../../transform/choose-turns.ts';
import type { CutOptions } from '../../transform/cut.ts';
import type { Droppable } from '../../transform/drop-entries.ts';
import { DEFAULT_MOST } from './clone-options.ts';

export type SingleCut = 'calls' | 'results' | 'thinking' | 'scale' | 'images' | 'beside';

export const SINGLE_CUTS: readonly {
  readonly cut: SingleCut;
  readonly label: string;
  readonly hint: string;
}[] = [
  { cut: 'calls', label: 'Tool calls', hint: 'a call and its result together' },
  { cut: 'results', label: 'Long results', hint: `shortened to ${formatCount(DEFAULT_MOST)} characters` },
  { cut: 'thinking', label: 'Thinking', hint: 'redacted too' },
  { cut: 'scale', label: 'Large images, made smaller', hint: `to ${SIDE_SEEN} pixels a side` },
  { cut: 'images', label: 'Images, all of them', hint: 'words say where they were' },
  { cut: 'beside', label: 'Snapshots, progress, request log', hint: 'a smaller file; nothing of the talk' },
];

const ALL: Reach = { kind: 'all' };
const BESIDE: readonly Droppable[] = ['snapshots', 'progress', 'api-log'];

/** `share` is of the turns whose calls go. Scaling images is not among them: it is prepared apart. */
export function singleCuts(chosen: readonly SingleCut[], share: number): CutOptions {
  const reach: Reach = share < 1 ? { kind: 'oldest', share } : ALL;
  const has = (cut: SingleCut) => chosen.includes(cut);
  return {
    ...(has('calls') ? { removeCalls: { reach } } : {}),
    ...(has('results') ? { truncate: [{ reach: ALL, most: DEFAULT_MOST }] } : {}),
    ...(has('thinking') ? { removeThinking: ALL } : {}),
    ...(has('images') ? { removeImages: ALL } : {}),
    ...(has('beside') ? { drop: BESIDE } : {}),
  };
}
