// The work in figures, below the picture: of all threads, the main agent's, or one agent's.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatDuration } from '../../../../render/format.ts';
import type { AgentLine, WorkFigures as Figures, WorkAnswer } from '../../../../server/api.ts';
import { clip } from '../../../data/clip.ts';
import { formatK, formatNumber, formatPercent, plural } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { useGrowth } from '../../../data/use-growth.ts';
import { WorkTools } from './work-tools.tsx';

const ALL = 'all';
const MAIN = 'main';

export function WorkFigures(): JSX.Element | null {
  const { source, head } = useSession();
  const { answer, load } = useAnswer('GET /api/sessions/:key/work');
  const [whose, setWhose] = useState(ALL);
  useGrowth(source, load);
  if (!answer) return null;
  const figures = pick(answer, whose);
  return (
    <section class="section tl-work" aria-labelledby="work-title">
      <div class="tl-work-head">
        <h2 id="work-title">The work in figures</h2>
        {answer.threads.length > 1 && (
          <label class="row data">
            of
            <select
              class="small-field"
              value={whose}
              onChange={(event) => setWhose(event.currentTarget.value)}
            >
              <option value={ALL}>all {answer.threads.length} threads</option>
              <option value={MAIN}>main agent</option>
              {answer.threads.map(
                ({ agentId }) =>
                  agentId !== undefined && (
                    <option key={agentId} value={agentId}>
                      {nameOf(agentId, head.agentTree)}
                    </option>
                  ),
              )}
            </select>
          </label>
        )}
      </div>
      <div class="tl-work-parts">
        <dl class="kv">{factsOf(figures).map(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>])}</dl>
        <WorkTools tools={figures.tools} more={figures.toolNames - figures.tools.length} />
      </div>
      <Oddities figures={figures} />
    </section>
  );
}

function pick({ all, threads }: WorkAnswer, whose: string): Figures {
  if (whose === ALL) return all;
  // An agent may be gone from a session that was written anew.
  return threads.find(({ agentId }) => (agentId ?? MAIN) === whose) ?? all;
}

/** As the lanes call it; an agent that the head does not know goes by its id. */
function nameOf(agentId: string, agents: readonly AgentLine[]): string {
  for (const agent of agents) {
    if (agent.agentId === agentId)
      return clip([agent.type ?? 'agent', agent.description ?? agentId].join(': '), 80);
    const found = nameOf(agentId, agent.children);
    if (found !== agentId) return found;
  }
  return agentId;
}

function factsOf(figures: Figures): (readonly [name: string, value: string])[] {
  const { statuses } = figures;
  const read = figures.input + figures.cacheRead + figures.cacheWrite;
  const facts: (readonly [string, string | undefined])[] = [
    [
      'Active',
      `${formatDuration(figures.activeMs)} of ${formatDuration(figures.durationMs)}, without pauses of over 5 min`,
    ],
    [
      'Turns',
      `${formatNumber(figures.turns)}${figures.threads > 1 ? ` in ${figures.threads} threads` : ''}, ${plural(figures.requests, 'request')}`,
    ],
    ['Turns took', spreadWords(figures.turnDurationMs)],
    ['Prompts apart', spreadWords(figures.promptIntervalMs)],
    [
      'Calls',
      [
        plural(figures.toolCalls, 'call'),
        ...(figures.successRate === undefined ? [] : [`${formatPercent(figures.successRate)} successful`]),
        ...(statuses.error > 0 ? [`${formatNumber(statuses.error)} failed`] : []),
        ...(statuses.rejected > 0 ? [`${formatNumber(statuses.rejected)} rejected`] : []),
        ...(statuses.interrupted > 0 ? [`${formatNumber(statuses.interrupted)} interrupted`] : []),
      ].join(', '),
    ],
    [
      'Agents',
      figures.agentCalls === 0
        ? undefined
        : `${formatNumber(figures.agentCalls)} called${figures.largestBurst > 1 ? `, at most ${figures.largestBurst} at once` : ''}`,
    ],
    [
      'Tokens',
      `${formatK(read)} read, ${figures.outputFinal ? '' : 'at least '}${formatK(figures.output)} written`,
    ],
    [
      'From the cache',
      figures.cacheEfficiency === undefined ? undefined : formatPercent(figures.cacheEfficiency),
    ],
    [
      'Tried again',
      figures.apiRetries + figures.callRetries === 0
        ? 'nothing'
        : `${plural(figures.apiRetries, 'request')}, ${plural(figures.callRetries, 'call')} that had just failed`,
    ],
  ];
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
}

function spreadWords(spread: Figures['turnDurationMs']): string | undefined {
  if (!spread) return undefined;
  const median = formatDuration(spread.median);
  return spread.count === 1 ? median : `median ${median}, longest ${formatDuration(spread.most)}`;
}

function Oddities({ figures }: { readonly figures: Figures }): JSX.Element | null {
  const { source } = useSession();
  const { patterns, oddities } = figures;
  if (patterns.length === 0) return null;
  return (
    <section class="tl-odd">
      <h2>Out of the ordinary</h2>
      <ul>
        {patterns.map(({ rule, says, line, agentId }) => (
          <li key={`${rule} ${agentId} ${line}`}>
            <span>{`${says.slice(0, 1).toUpperCase()}${says.slice(1)}`}</span>
            <a
              class="link"
              aria-label={`Show where ${says}`}
              href={hrefOfSession(source.key, 'transcript', { line, agent: agentId })}
            >
              Show
            </a>
          </li>
        ))}
        {oddities > patterns.length && <li class="meta">{formatNumber(oddities - patterns.length)} more</li>}
      </ul>
    </section>
  );
}
