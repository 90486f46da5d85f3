// The keys of the timeline.
import type { ReadonlySignal } from '@preact/signals';
import type { Span } from '../../../../server/api.ts';
import { useKeys } from '../../../data/keys.ts';
import type { TimeFold } from './fold-time.ts';
import type { TimePlayback } from './use-time-playback.ts';
import type { TimeView } from './use-time-view.ts';

interface TimelineKeys {
  readonly view: TimeView;
  readonly fold: TimeFold;
  readonly cursor: ReadonlySignal<number>;
  readonly playback: TimePlayback;
  readonly step: (forward: boolean) => boolean;
  readonly jump: (forward: boolean, test: (span: Span) => boolean) => boolean;
  readonly open: () => void;
  readonly toggleTable: () => void;
}

export function useTimelineKeys(keys: TimelineKeys): void {
  const { view, fold, cursor, playback, step, jump, open, toggleTable } = keys;
  const zoom = (by: number) => {
    const unit = fold.unitOf(cursor.peek());
    const seen = unit >= view.from && unit <= view.to;
    view.zoom(by, seen ? unit : (view.from + view.to) / 2);
  };
  const pair = (key: string, title: string, test: (span: Span) => boolean) => [
    { key, title: `Next ${title}`, run: () => void jump(true, test) },
    { key: `shift+${key}`, title: `Previous ${title}`, run: () => void jump(false, test) },
  ];
  useKeys('Timeline', [
    { key: 't', title: 'Table behind the picture', run: toggleTable },
    { key: 'ArrowLeft', title: 'Previous step', run: () => void step(false) },
    { key: 'ArrowRight', title: 'Next step', run: () => void step(true) },
    { key: ' ', title: 'Play', run: playback.toggle },
    { key: 'j', title: 'Next turn', run: () => void jump(true, ({ kind }) => kind === 'prompt') },
    { key: 'k', title: 'Previous turn', run: () => void jump(false, ({ kind }) => kind === 'prompt') },
    ...pair('e', 'error', ({ failed }) => failed === true),
    ...pair('a', 'agent', ({ kind }) => kind === 'agent'),
    ...pair('c', 'compaction', ({ kind }) => kind === 'compaction'),
    { key: '+', title: 'Nearer', run: () => zoom(0.6) },
    { key: '=', title: 'Nearer', run: () => zoom(0.6) },
    { key: '-', title: 'Farther', run: () => zoom(1 / 0.6) },
    { key: '0', title: 'All of it', run: () => view.show(0, fold.length) },
    { key: 'Enter', title: 'Open in the transcript', run: open },
  ]);
}
