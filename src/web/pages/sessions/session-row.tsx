// One session in the table: title and badges, first prompt, where, how large, how much, when.
import type { JSX } from 'preact';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { SessionLine } from '../../../server/api.ts';
import { formatAgoShort, formatK, formatMoment, formatMoney, plural } from '../../data/format.ts';
import { hrefOfSession } from '../../data/route.ts';
import { HealthDot } from '../../widgets/health-dot.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Sparkline } from '../../widgets/sparkline.tsx';

interface PlaceProps {
  readonly index: number;
  readonly measure: (node: HTMLElement | null) => void;
  readonly place: { readonly transform: string };
}

interface SessionRowProps extends PlaceProps {
  /** Its number among all that fit. */
  readonly number: number;
  readonly line: SessionLine;
  /** The session above it: a copy that stands under its source is tied to it. */
  readonly before: SessionLine | undefined;
  readonly selected: boolean;
  readonly choose: () => void;
}

export function SessionRow({
  line,
  before,
  selected,
  number,
  index,
  measure,
  place,
  choose,
}: SessionRowProps): JSX.Element {
  const tied = line.clonedFrom !== undefined && line.clonedFrom.sessionId === before?.sessionId;
  return (
    <div
      class={`srow sgrid virtual-row${tied ? ' srow-clone' : ''}`}
      role="row"
      aria-rowindex={number + 1}
      aria-selected={selected}
      tabIndex={-1}
      data-index={index}
      ref={measure}
      style={place}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest('a')) choose();
      }}
    >
      {tied && (
        <svg class="cl" viewBox="0 0 40 48" aria-hidden="true">
          <path d="M1.500 2v22C1.500 34 6 37 14 37H22" />
        </svg>
      )}
      <span role="gridcell" class="c-dot">
        <HealthDot line={line} />
      </span>
      <span role="gridcell" class="c-title">
        <span class="ti">
          <a class={line.title ? 'one' : 'one quiet'} href={hrefOfSession(line.key)}>
            {stripToLine(line.title ?? 'Untitled')}
          </a>
          <Badges line={line} tied={tied} />
        </span>
        <span class="pr">{secondLine(line)}</span>
      </span>
      <span role="gridcell" class="c-proj">
        <span class="one block" title={line.project}>
          {stripToLine(line.projectName ?? '')}
        </span>
        <span class="one quiet block">{stripToLine(line.gitBranch ?? '')}</span>
      </span>
      <span role="gridcell" class="c-spark">
        {line.sparkline && <Sparkline line={line.sparkline} window={line.window} />}
      </span>
      <span role="gridcell" class="num c-turns">
        {line.turns}
      </span>
      <span role="gridcell" class="num c-tok">
        {line.contextTokens === undefined ? '' : formatK(line.contextTokens)}
      </span>
      <span role="gridcell" class="num c-cost">
        {line.costUSD === undefined ? '' : formatMoney(line.costUSD)}
      </span>
      <span role="gridcell" class="num quiet" title={formatMoment(line.modified)}>
        {formatAgoShort(line.modified)}
      </span>
    </div>
  );
}

function Badges({ line, tied }: { readonly line: SessionLine; readonly tied: boolean }): JSX.Element {
  const compactions = line.compactions ?? 0;
  return (
    <>
      {line.agents > 0 && (
        <span class="badge badge-agent" title={plural(line.agents, 'agent')}>
          <Icon name="agent" />
          {line.agents}
        </span>
      )}
      {compactions > 0 && (
        <span
          class="badge badge-compact"
          title={`compacted ${compactions === 1 ? 'once' : `${compactions} times`}`}
        >
          <Icon name="compact" />
          {compactions}
        </span>
      )}
      {line.clonedFrom && !tied && (
        <span class="badge" title={`cut by clew from ${line.clonedFrom.title ?? line.clonedFrom.sessionId}`}>
          <Icon name="cut" />
          cut
        </span>
      )}
      {line.live && <span class="badge">live</span>}
    </>
  );
}

/** A title of this length is seen whole on any screen. */
const SHORT = 32;

// The first prompt; where it is the title, and no longer than that, how far the session came since.
function secondLine(line: SessionLine): string {
  if (line.clonedFrom && !line.firstPrompt) return '(cut by clew)';
  const [first, last] = [line.firstPrompt, line.lastPrompt].map((prompt) => stripToLine(prompt ?? '').trim());
  if (!first) return '';
  const repeats = first.length <= SHORT && first === stripToLine(line.title ?? '').trim();
  if (!repeats) return `“${first}”`;
  return last && last !== first ? `last: “${last}”` : '';
}

/** The shape of a row that is still on its way. */
export function GhostRow({ index, measure, place }: PlaceProps): JSX.Element {
  const width = 38 + ((index * 17) % 30);
  return (
    <div
      class="sgrid ghost-row virtual-row loading"
      role="row"
      data-index={index}
      ref={measure}
      style={place}
    >
      <span role="gridcell" class="ghost ghost-dot" />
      <span role="gridcell" class="ghost-lines">
        <span class="ghost" style={{ width: `${width}%` }} />
        <span class="ghost ghost-s" style={{ width: `${width + 22}%` }} />
      </span>
      <span role="gridcell" class="ghost c-proj" />
      <span role="gridcell" class="ghost ghost-spark" />
      <span role="gridcell" class="ghost c-turns" />
      <span role="gridcell" class="ghost c-tok" />
      <span role="gridcell" class="ghost c-cost" />
      <span role="gridcell" class="ghost" />
    </div>
  );
}
