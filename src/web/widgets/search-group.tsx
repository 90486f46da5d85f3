// The hits of one session: its name, where on its thread they are, and the best of them.
import type { JSX } from 'preact';
import { stripToLine } from '../../base/strip-controls.ts';
import type { SearchGroup as Group, SearchHit, SearchKind } from '../../server/api.ts';
import { formatAgo, formatClock, formatMoment, formatNumber, plural } from '../data/format.ts';
import { hrefOf, hrefOfSession } from '../data/route.ts';
import { iconOfTool } from '../data/tool-icon.ts';
import { Icon, type IconName } from './icon.tsx';
import { MarkedText } from './marked-text.tsx';

interface SearchGroupProps {
  readonly group: Group;
  readonly words: string;
  readonly selected?: SearchHit | undefined;
  readonly select?: (hit: SearchHit) => void;
}

export function SearchGroup({ group, words, selected, select }: SearchGroupProps): JSX.Element {
  const left = group.total - group.hits.length;
  const facts = [
    group.projectName,
    group.turns > 0 ? plural(group.turns, 'turn') : undefined,
    formatAgo(group.modified),
  ].filter(Boolean);
  return (
    <section class="grp-s">
      <header>
        <div>
          <h2 class="one">
            <a href={hrefOfSession(group.key)}>{stripToLine(group.title ?? 'Untitled')}</a>
          </h2>
          <p class="meta">
            {facts.join(', ')}. {plural(group.total, 'hit')}
          </p>
        </div>
        <Ticks group={group} />
      </header>
      {group.hits.map((hit) => (
        <Hit
          key={`${hit.agent ?? ''}${hit.line}.${hit.kind}.${hit.offset}`}
          group={group}
          hit={hit}
          selected={hit === selected}
          select={select}
        />
      ))}
      {left > 0 && (
        <p class="meta more-hits">
          <a href={hrefOf('search', [], { q: words, session: group.key })}>
            {formatNumber(left)} more in this session
          </a>
        </p>
      )}
    </section>
  );
}

interface HitProps {
  readonly group: Group;
  readonly hit: SearchHit;
  readonly selected: boolean;
  readonly select: ((hit: SearchHit) => void) | undefined;
}

function Hit({ group, hit, selected, select }: HitProps): JSX.Element {
  const mono = hit.kind === 'tool-input' || hit.kind === 'tool-result';
  return (
    <a
      class="hit"
      href={hrefOfHit(group, hit)}
      aria-current={selected ? 'true' : undefined}
      onFocus={() => select?.(hit)}
      onMouseEnter={() => select?.(hit)}
    >
      <span class={KIND_CLASSES[hit.kind]}>
        <Icon name={iconOf(hit)} />
      </span>
      <span class="meta tn">{placeOf(hit)}</span>
      <span class={mono ? 'sn mono' : 'sn'}>
        <MarkedText text={hit.snippet} marks={hit.marks} />
      </span>
      <span class="meta num" title={formatMoment(hit.time)}>
        {formatClock(hit.time)}
      </span>
    </a>
  );
}

function placeOf({ turn, agent, line }: SearchHit): string {
  if (turn !== undefined) return `turn ${turn}`;
  return agent === undefined ? `line ${formatNumber(line)}` : 'agent';
}

export function hrefOfHit(group: Group, hit: SearchHit): string {
  return hrefOfSession(group.key, 'transcript', { agent: hit.agent, line: hit.line });
}

function Ticks({ group }: { readonly group: Group }): JSX.Element {
  return (
    <svg
      class="where"
      viewBox="0 0 160 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Where in the session ${group.total === 1 ? 'the hit is' : `the ${formatNumber(group.total)} hits are`}`}
    >
      <line x1="0" x2="160" y1="6" y2="6" style={{ stroke: 'var(--thread)' }} stroke-width="1" />
      {group.ticks.map(({ at, kind }, i) => (
        <rect
          key={i}
          x={Math.round(at * 1580) / 10}
          y="0"
          width="2"
          height="12"
          style={{ fill: `var(--${KIND_CLASSES[kind]})` }}
        />
      ))}
    </svg>
  );
}

const KIND_CLASSES: Readonly<Record<SearchKind, string>> = {
  prompt: 'k-user',
  answer: 'k-asst',
  thinking: 'k-think',
  'tool-input': 'k-tool',
  'tool-result': 'k-result',
  summary: 'k-compact',
  title: 'k-system',
  other: 'k-system',
};

export const KIND_ICONS: Readonly<Record<SearchKind, IconName>> = {
  prompt: 'user',
  answer: 'asst',
  thinking: 'think',
  'tool-input': 'tool',
  'tool-result': 'result',
  summary: 'compact',
  title: 'asst',
  other: 'clip',
};

export function classOfKind(kind: string): string {
  return KIND_CLASSES[kind as SearchKind] ?? 'k-system';
}

function iconOf(hit: SearchHit): IconName {
  return hit.kind === 'tool-input' && hit.tool ? iconOfTool(hit.tool) : KIND_ICONS[hit.kind];
}
