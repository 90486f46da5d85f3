// The table behind the picture of the timeline: every span that is in view, in pages.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { Lane, Span } from '../../../../server/api.ts';
import { readApi } from '../../../data/api-client.ts';
import { useSession } from '../../../data/session-context.ts';
import { MoreButton } from '../../../widgets/more-button.tsx';
import { Failure } from '../../../widgets/states.tsx';
import { laneOf } from './longest-table.tsx';
import { KIND_CLASSES, spanName } from './mark-fill.ts';
import { spellMoment, spellTime } from './spell-time.ts';

interface SpanTableProps {
  /** Moments. */
  readonly from: number;
  readonly to: number;
  readonly fold: TimeFold;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly selected: Span | undefined;
  readonly select: (span: Span) => void;
  readonly transcript: (span: Span) => string;
}

const PAGE = 200;

export function SpanTable(props: SpanTableProps): JSX.Element {
  const { from, to, fold, lanes, selected, select, transcript } = props;
  const { source } = useSession();
  const [list, setList] = useState<{ readonly total: number; readonly spans: readonly Span[] }>();
  const [failure, setFailure] = useState<unknown>();
  const newest = useRef(0);
  const load = (offset: number, before: readonly Span[]) => {
    newest.current++;
    const mine = newest.current;
    setFailure(undefined);
    const query = { from: Math.round(from), to: Math.round(to), offset, count: PAGE };
    return readApi('GET /api/sessions/:key/timeline/spans', { parts: { key: source.key }, query }).then(
      ({ total, spans }) => mine === newest.current && setList({ total, spans: [...before, ...spans] }),
      (error) => mine === newest.current && setFailure(error),
    );
  };
  useEffect(() => void load(0, []), [source, from, to]);
  if (failure !== undefined)
    return <Failure error={failure} retry={() => void load(0, [])} title="The table could not be read" />;
  const { total, spans } = list ?? { total: 0, spans: [] };
  return (
    <div class="scroll-x" aria-busy={list === undefined}>
      <table class="tbl">
        <thead>
          <tr>
            <th>Began</th>
            <th>Turn</th>
            <th>What</th>
            <th>Lane</th>
            <th class="num">Took</th>
            <th>Ended</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <tr key={span.id} aria-selected={span.id === selected?.id}>
              <td>
                <button type="button" class="link" onClick={() => select(span)}>
                  {spellMoment(span.start, fold)}
                </button>
              </td>
              <td>{span.turn}</td>
              <td class="span-what">
                <span class="one">{spanName(span)}</span>
              </td>
              <td class={KIND_CLASSES[span.kind]}>{laneOf(span, lanes)}</td>
              <td class="num">{span.end > span.start ? spellTime(span.end - span.start) : ''}</td>
              <td class={span.failed ? 'k-error' : ''}>{span.outcome ?? (span.failed ? 'failed' : '')}</td>
              <td class="num">
                <a href={transcript(span)}>Show</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={total - spans.length} show={() => void load(spans.length, spans)} />
    </div>
  );
}
