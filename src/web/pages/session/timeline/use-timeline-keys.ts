// The keys of the timeline.
import type { ReadonlySignal } from '@preact/signals';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { Goal } from '../../../../server/api.ts';
import { useKeys } from '../../../data/keys.ts';
import type { TimePlayback } from './use-time-playback.ts';
import type { TimeView } from './use-time-view.ts';

interface TimelineKeys {
  readonly view: TimeView;
  readonly fold: TimeFold;
  readonly cursor: ReadonlySignal<number>;
  readonly playback: TimePlayback;
  readonly jump: (go: 'next' | 'previous', goal: Goal) => Promise<boolean>;
  readonly open: () => void;
  readonly toggleTable: () => void;
}

export function useTimelineKeys(keys: TimelineKeys): void {
  const { view, fold, cursor, playback, jump, open, toggleTable } = keys;
  const zoom = (by: number) => {
    const unit = fold.unitOf(cursor.peek());
    const seen = unit >= view.from && unit <= view.to;
    view.zoom(by, seen ? unit : (view.from + view.to) / 2);
  };
  const pair = (key: string, goal: Goal) => [
    { key, title: `Next ${goal}`, run: () => void jump('next', goal) },
    { key: `shift+${key}`, title: `Previous ${goal}`, run: () => void jump('previous', goal) },
  ];
  useKeys('Timeline', [
    { key: 't', title: 'Table behind the picture', run: toggleTable },
    { key: 'ArrowLeft', title: 'Previous step', run: () => void jump('previous', 'step') },
    { key: 'ArrowRight', title: 'Next step', run: () => void jump('next', 'step') },
    { key: ' ', title: 'Play', run: playback.toggle },
    { key: 'j', title: 'Next turn', run: () => void jump('next', 'turn') },
    { key: 'k', title: 'Previous turn', run: () => void jump('previous', 'turn') },
    ...pair('e', 'error'),
    ...pair('a', 'agent'),
    ...pair('c', 'compaction'),
    { key: '+', title: 'Nearer', run: () => zoom(0.6) },
    { key: '=', title: 'Nearer', run: () => zoom(0.6) },
    { key: '-', title: 'Farther', run: () => zoom(1 / 0.6) },
    { key: '0', title: 'All of it', run: () => view.show(0, fold.length) },
    { key: 'Enter', title: 'Open in the transcript', run: open },
  ]);
}
