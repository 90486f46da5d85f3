// Context: what fills the window, and what if it did not?
import '../../styles/context.css';
import '../../styles/context-app.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ContextAnswer, WindowFill } from '../../../server/api.ts';
import { readApi } from '../../data/api-client.ts';
import { hrefOfTurn } from '../../data/href-of-turn.ts';
import { useKeys } from '../../data/keys.ts';
import { goTo, route } from '../../data/route.ts';
import { useSession } from '../../data/session-context.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { Empty, FailedPage } from '../../widgets/states.tsx';
import { ContextFinding } from './context/context-finding.tsx';
import { FillPicture } from './context/fill-picture.tsx';
import { GrowthFigure } from './context/growth-figure.tsx';
import { LargestTable } from './context/largest-table.tsx';
import { TurnCard } from './context/turn-card.tsx';
import { usePlayback } from './context/use-playback.ts';
import { WhatIf } from './context/what-if.tsx';

/** Should the word that it is ready get lost. */
const AGAIN_MS = 10_000;

export function ContextTab(): JSX.Element {
  const { source } = useSession();
  const { answer, failure, load } = useAnswer('GET /api/sessions/:key/context');
  const [table, setTable] = useState(false);
  // Of a very long session it is first told how the window grew, and what fills it as soon as its texts are weighed.
  const ready = answer?.ready ?? true;
  useEffect(() => {
    if (ready) return;
    const again = setInterval(load, AGAIN_MS);
    const stop = source.watch?.(
      (event) => event.type === 'sessionReady' && event.what === 'tokens' && void load(),
    );
    return () => {
      clearInterval(again);
      stop?.();
    };
  }, [ready, source, load]);
  const growth = answer?.growth ?? [];
  const asked = Number(route.value.params.turn);
  const found = growth.findIndex(({ turn }) => turn === asked);
  // A turn in which no model was asked is not there: then the last one is shown, as where none is asked for.
  const at = found < 0 ? growth.length - 1 : found;
  const line = growth[at];
  const step = (by: number) => {
    const next = growth[Math.min(Math.max(at + by, 0), growth.length - 1)];
    if (next) goTo(hrefOfTurn(next.turn));
  };
  const isEnd = at >= growth.length - 1;
  const playback = usePlayback(() => {
    if (!isEnd) step(1);
    return !isEnd;
  });
  // At the end, where the page opens, there is nothing left to play but all of it.
  const play = () => {
    if (!playback.playing && isEnd) step(-at);
    playback.toggle();
  };
  useKeys('Context', [
    { key: 't', title: 'Table behind the charts', run: () => setTable((shown) => !shown) },
    { key: 'ArrowLeft', title: 'Previous turn', run: () => step(-1) },
    { key: 'ArrowRight', title: 'Next turn', run: () => step(1) },
    { key: ' ', title: 'Play', run: play },
  ]);
  const fills = useFill(answer, line?.turn);
  if (!answer) {
    return failure === undefined ? (
      <main class="wrap" id="main" aria-busy="true" />
    ) : (
      <FailedPage error={failure} retry={load} title="The context could not be measured" />
    );
  }
  if (!line) {
    return (
      <main class="wrap" id="main">
        <Empty title="No model was asked in this session">
          <p>There is no context to measure until the first answer is logged.</p>
        </Empty>
      </main>
    );
  }
  return (
    <main class="wrap" id="main">
      <ContextFinding answer={answer} />
      <div class="two context-two">
        <div>
          <GrowthFigure
            answer={answer}
            selected={line}
            table={table}
            setTable={setTable}
            playback={{ ...playback, toggle: play }}
            select={(turn) => goTo(hrefOfTurn(turn))}
          />
          <TurnCard line={line} cache={answer.cache} />
          {ready && fills && <FillPicture fills={fills} table={table} setTable={setTable} />}
          {ready && fills && <LargestTable fills={fills} />}
        </div>
        <WhatIf />
      </div>
    </main>
  );
}

/** What fills the window at a turn: the answer carries the last, others are asked for. */
function useFill(answer: ContextAnswer | undefined, turn: number | undefined): WindowFill | undefined {
  const { source } = useSession();
  const [fill, setFill] = useState<WindowFill>();
  useEffect(() => {
    if (!answer?.ready || turn === undefined || turn === answer.fills.turn) {
      setFill(answer?.fills);
      return;
    }
    const stop = new AbortController();
    readApi('GET /api/sessions/:key/context/window', {
      parts: { key: source.key },
      query: { turn },
      signal: stop.signal,
    }).then(setFill, () => undefined);
    return () => stop.abort();
  }, [answer, turn, source]);
  return fill;
}
