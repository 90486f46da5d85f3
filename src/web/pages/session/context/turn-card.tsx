// The selected turn: what was asked, what it added, what the cache did; one step from its transcript.
import type { JSX } from 'preact';
import type { CacheBreakCause } from '../../../../context/tokens/cache-forensics.ts';
import { CACHE_CAUSES } from '../../../../render/context/cache-lines.ts';
import type { CacheLine, GrowthLine } from '../../../../server/api.ts';
import { formatK, formatMoney, plural } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';

interface TurnCardProps {
  readonly line: GrowthLine;
  readonly cache: readonly CacheLine[];
}

export function TurnCard({ line, cache }: TurnCardProps): JSX.Element {
  const { source } = useSession();
  const broken = cache.find(({ turn, rewritten }) => turn === line.turn && rewritten > 0);
  const facts = [
    plural(line.requests, 'request'),
    `${line.change < 0 ? '−' : '+'}${formatK(Math.abs(line.change))} tokens`,
    `${formatK(line.cacheRead)} read from the cache, ${formatK(line.cacheWrite)} written`,
    ...(line.costUSD === undefined ? [] : [formatMoney(line.costUSD)]),
  ];
  return (
    <div class="turn-card">
      <p class="turn-card-prompt">
        <b>{line.turn === 0 ? 'Before turn 1' : `Turn ${line.turn}`}</b>{' '}
        {line.prompt === '' ? '' : `“${line.prompt}”`}
      </p>
      <p class="meta">
        {facts.join(' · ')}
        {broken && ` · ${formatK(broken.rewritten)} written again${causeWords(broken.cause)}`}
        {' · '}
        <a class="turn-card-read" href={hrefOfSession(source.key, 'transcript', { turn: line.turn })}>
          Read it
        </a>
      </p>
    </div>
  );
}

function causeWords(cause: string | undefined): string {
  if (cause === undefined || cause === 'unknown') return '';
  return ` because of ${CACHE_CAUSES[cause as CacheBreakCause] ?? cause.replaceAll('-', ' ')}`;
}
