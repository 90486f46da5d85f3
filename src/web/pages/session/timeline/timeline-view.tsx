// The timeline with its picture, what took longest, what ran at the cursor, and playback; one selection with all tabs.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { foldTime } from '../../../../render/timeline/fold-time.ts';
import type { Goal, MomentAnswer, Span, TimelineAnswer } from '../../../../server/api.ts';
import { queryOfAddress } from '../../../data/address-query.ts';
import { goTo, hrefOfSession, hrefWith, replaceRoute, route } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { NowPanel } from './now-panel.tsx';
import { Playbar } from './playbar.tsx';
import { paramsOf, transcriptParams, viewOfMoment } from './span-address.ts';
import { indexSpans } from './span-index.ts';
import { TimeFigure } from './time-figure.tsx';
import { TimelineFinding } from './timeline-finding.tsx';
import { useMoment } from './use-moment.ts';
import { useTimePlayback } from './use-time-playback.ts';
import { useTimeView } from './use-time-view.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';
import { useTimelinePart } from './use-timeline-part.ts';
import { WorkFigures } from './work-figures.tsx';

interface TimelineViewProps {
  readonly timeline: TimelineAnswer;
  /** What the address named when the page was opened. */
  readonly first: MomentAnswer;
  readonly start: number;
  readonly end: number;
}

const FIRST_AGENTS = 10;

export function TimelineView({ timeline, first, start, end }: TimelineViewProps): JSX.Element {
  const { source } = useSession();
  const [folded, setFolded] = useState(true);
  const [flame, setFlame] = useState(false);
  const [agents, setAgents] = useState(FIRST_AGENTS);
  const [table, setTable] = useState(false);
  const fold = useMemo(
    () => foldTime(start, end, folded ? timeline.idle : []),
    [timeline, folded, start, end],
  );
  const { moment, ask, look } = useMoment(source.key, first);
  const [selected, setSelected] = useState(first.span);
  const cursor = useSignal(first.time);
  const view = useTimeView(fold, () =>
    first.span ? viewOfMoment(first, fold) : { from: 0, to: fold.length },
  );
  const { part, facts } = useTimelinePart({ key: source.key, timeline, fold, view, folded, flame, agents });
  // Until the part of another kind of picture is there, the one before it stays.
  const drawn = useRef({ part: timeline.part, flame: false });
  if (part) drawn.current = { part, flame };
  const shownPart = drawn.current;
  const index = useMemo(() => indexSpans(shownPart.part, fold, shownPart.flame), [shownPart.part, fold]);
  // What the address names may be told after the whole: then the picture goes there.
  const shown = useRef(first);
  useEffect(() => {
    if (shown.current === first || !first.span) return;
    shown.current = first;
    setSelected(first.span);
    cursor.value = first.time;
    const { from, to } = viewOfMoment(first, fold);
    view.show(from, to);
  }, [first]);
  const { turn, line, agent } = route.value.params;
  // What the page wrote into the address itself moves nothing.
  const written = useRef<string>(`${turn} ${line} ${agent}`);
  useEffect(() => {
    const now = `${turn} ${line} ${agent}`;
    if (now === written.current) return;
    written.current = now;
    void ask(queryOfAddress(route.peek().params)).then((answer) => {
      if (!answer?.span) return;
      setSelected(answer.span);
      cursor.value = answer.time;
      view.follow(fold.unitOf(answer.time));
    });
  }, [turn, line, agent]);
  const show = (span: Span) => {
    cursor.value = span.start;
    setSelected(span);
    view.follow(fold.unitOf(span.start));
    const params = paramsOf(span);
    written.current = `${params.turn} ${params.line} ${params.agent}`;
    goTo(hrefWith(params));
  };
  const choose = (span: Span) => {
    show(span);
    // A mark that stands for many, or that was too narrow for words, is told whole.
    void ask({ time: Math.round(span.start) });
  };
  const moveTo = (time: number) => {
    cursor.value = Math.min(Math.max(time, start), end);
    view.follow(fold.unitOf(cursor.value));
    look(cursor.value, ({ turn: at }) => {
      const { params } = route.peek();
      if (at === undefined || (String(at) === params.turn && !params.line && !params.agent)) return;
      written.current = `${at} undefined undefined`;
      replaceRoute(
        hrefWith({ turn: at, line: undefined, agent: undefined, row: undefined, uuid: undefined }),
      );
    });
  };
  const jump = async (go: 'next' | 'previous', goal: Goal): Promise<boolean> => {
    const answer = await ask({ time: Math.round(cursor.peek()), go, goal });
    if (answer?.span) show(answer.span);
    return answer?.span !== undefined;
  };
  const playback = useTimePlayback(
    (ms) => {
      const unit = fold.unitOf(cursor.peek()) + ms;
      moveTo(fold.timeOf(Math.min(unit, fold.length)));
      return unit < fold.length;
    },
    () => jump('next', 'step'),
  );
  const transcript = (span: Span | undefined) =>
    hrefOfSession(source.key, 'transcript', span ? transcriptParams(span, index) : {});
  useTimelineKeys({
    view,
    fold,
    cursor,
    playback,
    jump,
    open: () => goTo(transcript(selected ?? moment.last)),
    toggleTable: () => setTable((on) => !on),
  });
  const now = useMemo(
    () => (
      <NowPanel
        moment={moment}
        cursor={cursor}
        fold={fold}
        lanes={index.lanes}
        href={transcript(moment.last)}
      />
    ),
    [moment, index.lanes, fold],
  );
  // Nothing of it moves with the cursor.
  const work = useMemo(() => <WorkFigures />, []);
  const finding = useMemo(() => <TimelineFinding timeline={timeline} />, [timeline]);
  return (
    <>
      <main class="tl" id="main">
        <div class="tl-main">
          {finding}
          <TimeFigure
            timeline={timeline}
            index={index}
            facts={facts}
            hidden={shownPart.part.hidden}
            drawnFlame={shownPart.flame}
            fold={fold}
            view={view}
            cursor={cursor}
            moment={moment}
            selected={selected}
            folded={folded}
            setFolded={setFolded}
            flame={flame}
            setFlame={setFlame}
            moreAgents={() => setAgents(60)}
            table={table}
            setTable={setTable}
            select={choose}
            transcript={transcript}
            moveTo={moveTo}
          />
          {work}
        </div>
        {now}
      </main>
      <Playbar
        map={folded ? timeline.maps.folded : timeline.maps.real}
        end={end}
        fold={fold}
        view={view}
        cursor={cursor}
        playback={playback}
        step={(forward) => void jump(forward ? 'next' : 'previous', 'step')}
      />
    </>
  );
}
