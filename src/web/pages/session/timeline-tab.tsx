// Timeline: where did the time go, what ran at this moment?
import '../../styles/timeline.css';
import '../../styles/timeline-app.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { MomentAnswer, TimelineAnswer } from '../../../server/api.ts';
import { queryOfAddress } from '../../data/address-query.ts';
import { readApi } from '../../data/api-client.ts';
import { formatNumber } from '../../data/format.ts';
import { route } from '../../data/route.ts';
import { useSession } from '../../data/session-context.ts';
import { useGrowth } from '../../data/use-growth.ts';
import { Empty, FailedPage } from '../../widgets/states.tsx';
import { TimelineView } from './timeline/timeline-view.tsx';

export function TimelineTab(): JSX.Element {
  const { source } = useSession();
  const [timeline, setTimeline] = useState<TimelineAnswer>();
  const [first, setFirst] = useState<MomentAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(() => {
    const parts = { key: source.key };
    const query = queryOfAddress(route.peek().params);
    setFailure(undefined);
    const named =
      Object.keys(query).length === 0
        ? undefined
        : readApi('GET /api/sessions/:key/timeline/moment', { parts, query });
    readApi('GET /api/sessions/:key/timeline', { parts })
      .then(async (answer) => {
        // The whole of a long session may be known before a moment of it: it is shown meanwhile.
        setFirst((await soon(named)) ?? answer.first);
        setTimeline(answer);
        if (named) setFirst(await named);
      })
      .catch(setFailure);
  }, [source]);
  useEffect(load, [load]);
  // A session that grows gets longer on the right; where one looks stays as it is.
  useGrowth(source, () =>
    readApi('GET /api/sessions/:key/timeline', { parts: { key: source.key } }).then(
      setTimeline,
      () => undefined,
    ),
  );
  if (failure !== undefined)
    return <FailedPage error={failure} retry={load} title="The timeline could not be drawn" />;
  if (!timeline || !first) {
    return (
      <main class="tl" id="main" aria-busy="true">
        <div class="tl-main" />
        <aside class="tl-now" aria-label="At the cursor" />
      </main>
    );
  }
  if (timeline.start === undefined || timeline.end === undefined) {
    return (
      <main class="wrap" id="main">
        <Empty title="Nothing in this session has a time">
          <p>{untimedWords(timeline.untimed)}</p>
        </Empty>
      </main>
    );
  }
  return <TimelineView timeline={timeline} first={first} start={timeline.start} end={timeline.end} />;
}

function untimedWords(count: number): string {
  if (count === 0) return 'There is nothing to draw until the first prompt is logged.';
  if (count === 1) return 'One thing was logged without a time. The transcript shows it.';
  return `${formatNumber(count)} things were logged without a time. The transcript shows them in their order.`;
}

const SOON_MS = 300;

function soon<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  const late = new Promise<undefined>((done) => setTimeout(done, SOON_MS, undefined));
  return Promise.race([answer ?? Promise.resolve(undefined), late]);
}
