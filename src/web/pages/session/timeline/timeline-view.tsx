// The timeline with its picture, what took longest, what ran at the cursor, and playback; one selection with all tabs.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Span, TimelineAnswer } from '../../../../server/api.ts';
import { goTo, hrefOfSession, hrefWith, replaceRoute, route } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { foldTime } from './fold-time.ts';
import { NowPanel } from './now-panel.tsx';
import { Playbar } from './playbar.tsx';
import { paramsOf, spanOfAddress, transcriptParams, viewOfTurns } from './span-address.ts';
import { indexSpans } from './span-index.ts';
import { TimeFigure } from './time-figure.tsx';
import { findStop, listStops } from './time-stops.ts';
import { TimelineFinding } from './timeline-finding.tsx';
import { useTimePlayback } from './use-time-playback.ts';
import { useTimeView } from './use-time-view.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';

interface TimelineViewProps {
  readonly timeline: TimelineAnswer;
  readonly start: number;
  readonly end: number;
}

export function TimelineView({ timeline, start, end }: TimelineViewProps): JSX.Element {
  const { source } = useSession();
  const [folded, setFolded] = useState(true);
  const [table, setTable] = useState(false);
  const fold = useMemo(
    () => foldTime(start, end, folded ? timeline.idle : []),
    [timeline, folded, start, end],
  );
  const index = useMemo(() => indexSpans(timeline, fold), [timeline, fold]);
  const stops = useMemo(() => listStops(timeline), [timeline]);
  const { turn, line, agent } = route.value.params;
  const selected = useMemo(
    () => spanOfAddress(timeline, { turn, line, agent }),
    [timeline, turn, line, agent],
  );
  const cursor = useSignal(selected?.start ?? index.prompts.spans[0]?.start ?? start);
  const view = useTimeView(fold, () =>
    selected ? viewOfTurns(index, fold, selected.turn) : { from: 0, to: fold.length },
  );
  // What the page wrote into the address itself moves nothing.
  const written = useRef<string>(`${turn} ${line} ${agent}`);
  useEffect(() => {
    const now = `${turn} ${line} ${agent}`;
    if (now === written.current || !selected) return;
    written.current = now;
    cursor.value = selected.start;
    view.follow(fold.unitOf(selected.start));
  }, [turn, line, agent, selected]);
  const choose = (span: Span) => {
    cursor.value = span.start;
    view.follow(fold.unitOf(span.start));
    const params = paramsOf(span);
    written.current = `${params.turn} ${params.line} ${params.agent}`;
    goTo(hrefWith(params));
  };
  const moveTo = (time: number) => {
    cursor.value = Math.min(Math.max(time, start), end);
    view.follow(fold.unitOf(cursor.value));
    const at = findStop(stops, cursor.value + 1, false, () => true)?.turn;
    if (at === undefined || (String(at) === turn && line === undefined && agent === undefined)) return;
    written.current = `${at} undefined undefined`;
    replaceRoute(hrefWith({ turn: at, line: undefined, agent: undefined, row: undefined, uuid: undefined }));
  };
  const jump = (forward: boolean, test: (span: Span) => boolean): boolean => {
    const next = findStop(stops, cursor.peek(), forward, test);
    if (next) choose(next);
    return next !== undefined;
  };
  const step = (forward: boolean): boolean => {
    const next = findStop(stops, cursor.peek(), forward, () => true);
    if (next) moveTo(next.start);
    return next !== undefined;
  };
  const playback = useTimePlayback(
    (ms) => {
      const unit = fold.unitOf(cursor.peek()) + ms;
      moveTo(fold.timeOf(Math.min(unit, fold.length)));
      return unit < fold.length;
    },
    () => step(true),
  );
  const transcript = (span: Span | undefined) =>
    hrefOfSession(source.key, 'transcript', span ? transcriptParams(span, index) : {});
  const open = () => goTo(transcript(selected ?? findStop(stops, cursor.peek() + 1, false, () => true)));
  useTimelineKeys({
    view,
    fold,
    cursor,
    playback,
    step,
    jump,
    open,
    toggleTable: () => setTable((on) => !on),
  });
  return (
    <>
      <main class="tl" id="main">
        <div class="tl-main">
          <TimelineFinding timeline={timeline} />
          <TimeFigure
            timeline={timeline}
            index={index}
            fold={fold}
            view={view}
            cursor={cursor}
            selected={selected}
            folded={folded}
            setFolded={setFolded}
            table={table}
            setTable={setTable}
            select={choose}
            transcript={transcript}
            moveTo={moveTo}
          />
        </div>
        <NowPanel timeline={timeline} index={index} stops={stops} cursor={cursor} transcript={transcript} />
      </main>
      <Playbar
        timeline={timeline}
        index={index}
        fold={fold}
        view={view}
        cursor={cursor}
        playback={playback}
        step={step}
      />
    </>
  );
}
