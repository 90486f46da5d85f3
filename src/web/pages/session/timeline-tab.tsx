// Timeline: where did the time go, what ran at this moment?
import '../../styles/timeline.css';
import '../../styles/timeline-app.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { TimelineAnswer } from '../../../server/api.ts';
import { readApi } from '../../data/api-client.ts';
import { useSession } from '../../data/session-context.ts';
import { Empty, Failure } from '../../widgets/states.tsx';
import { TimelineView } from './timeline/timeline-view.tsx';

export function TimelineTab(): JSX.Element {
  const { source } = useSession();
  const [timeline, setTimeline] = useState<TimelineAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(() => {
    setFailure(undefined);
    readApi('GET /api/sessions/:key/timeline', { parts: { key: source.key } }).then(setTimeline, setFailure);
  }, [source]);
  useEffect(load, [load]);
  if (failure !== undefined) {
    return (
      <main class="wrap" id="main">
        <Failure error={failure} retry={load} title="The timeline could not be drawn" />
      </main>
    );
  }
  if (!timeline) {
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
          <p>
            {timeline.untimed === 0
              ? 'There is nothing to draw until the first prompt is logged.'
              : `${timeline.untimed} things were logged without a time. The transcript shows them in their order.`}
          </p>
        </Empty>
      </main>
    );
  }
  return <TimelineView timeline={timeline} start={timeline.start} end={timeline.end} />;
}
