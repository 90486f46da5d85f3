// The head of a turn: its number, who and when, what it took, how the window grew; the silence before it.
import type { JSX } from 'preact';
import { formatDuration } from '../../../render/format.ts';
import type { WebTurnRow } from '../../../server/api.ts';
import { formatK, plural } from '../../data/format.ts';
import { useSession } from '../../data/session-context.ts';
import { timeAbove } from '../../data/turn-days.ts';
import { Clock } from './clock.tsx';
import type { RowProps } from './reader.ts';
import { TurnLabels, TurnNotes } from './turn-notes.tsx';

const SILENCE_MS = 30 * 60_000;

export function TurnHead({ row, depth }: RowProps<WebTurnRow>): JSX.Element {
  const idle = row.idleMs ?? 0;
  const work = workWords(row);
  const { turns } = useSession();
  const time = row.start ?? row.time;
  // An agent's strand lies within a turn, and until the turns are known nothing is told of days.
  const above = depth === 0 && turns.value ? timeAbove(turns.value.turns, row.number) : time;
  return (
    <>
      {idle >= SILENCE_MS && depth === 0 && <div class="gap">{formatDuration(idle)} nothing</div>}
      <div class="turn" id={`turn-${row.number}`}>
        <div class="turn-head bead">
          <span class="no">{row.number}</span>
          <h2 class={WHO[row.turnKind] === undefined ? 'who who-client' : 'who'}>
            <span class="vh">Turn {row.number}, </span>
            {WHO[row.turnKind] ?? 'Client'}
          </h2>
          <Clock time={time} before={above} />
          {work !== '' && <span class="x">{work}</span>}
          <span class="x">{tookWords(row.durationMs)}</span>
          {depth === 0 && <TurnLabels turn={row.number} />}
          <span class="delta">{windowWords(row)}</span>
        </div>
        {depth === 0 && <TurnNotes turn={row.number} />}
      </div>
    </>
  );
}

const WHO: Readonly<Record<string, string>> = {
  prompt: 'You',
  command: 'You',
  'shell-input': 'You',
  queued: 'You',
  'agent-prompt': 'Brief',
};

function workWords(row: WebTurnRow): string {
  const words = [
    row.toolCalls > 0 ? plural(row.toolCalls, 'call') : '',
    row.failedCalls > 0 ? `${row.failedCalls} failed` : '',
    row.agents > 0 ? plural(row.agents, 'agent') : '',
  ];
  return words.filter(Boolean).join(', ');
}

function windowWords(row: WebTurnRow): string {
  const { contextBefore, contextAfter } = row;
  if (contextAfter === undefined) return '';
  const [before, after] = [formatK(contextBefore ?? contextAfter), formatK(contextAfter)];
  return before === after ? `window ${after}` : `window ${before} → ${after}`;
}

// A prompt without an answer took no time; minutes are enough for a turn that took several.
function tookWords(ms: number | undefined): string {
  if (ms === undefined || ms < 50) return '';
  return formatDuration(ms >= 120_000 ? Math.round(ms / 60_000) * 60_000 : ms);
}
