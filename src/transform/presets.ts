// Named sets of cuts for common needs, as data.
import type { CutOptions } from './cut.ts';

/** A set of cuts with a name. */
export interface Preset {
  readonly name: string;
  /** What it does, for a person who chooses. */
  readonly sentence: string;
  readonly cut: CutOptions;
}

/** Those that `clew clone --preset` knows. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'routine',
    sentence: 'Shortens long results in all but the newest ten turns; every word of the talk stays.',
    cut: {
      truncate: [{ reach: { kind: 'keep', turns: 10 }, most: 2000 }],
      drop: ['progress', 'api-log'],
    },
  },
  {
    name: 'deep',
    sentence: 'Removes tool calls, thinking and images of the oldest three quarters, and shortens the rest.',
    cut: {
      removeCalls: { reach: { kind: 'oldest', share: 0.75 } },
      removeThinking: { kind: 'oldest', share: 0.75 },
      removeImages: { kind: 'oldest', share: 0.75 },
      truncate: [{ reach: { kind: 'all' }, most: 4000 }],
      drop: ['progress', 'api-log'],
    },
  },
  {
    name: 'emergency',
    sentence:
      'Leaves the talk and the last turn: all older calls go, and all thinking, images and attachments.',
    cut: {
      removeCalls: { reach: { kind: 'keep', turns: 1 } },
      removeThinking: { kind: 'all' },
      removeImages: { kind: 'all' },
      truncate: [{ reach: { kind: 'all' }, most: 1000, inputs: true }],
      drop: ['snapshots', 'progress', 'attachments', 'api-log'],
    },
  },
  {
    name: 'archive',
    sentence: 'Sends the same as before, in a smaller file: snapshots, progress and the log of requests go.',
    cut: { drop: ['snapshots', 'progress', 'api-log'] },
  },
];
