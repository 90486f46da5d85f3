// Where the working time went, for the sentence above the picture: time that is covered, never summed twice.
import type { SpanFacts } from './span-record.ts';
import { startersOf } from './span-rows.ts';
import { asksPerson, commandOf } from './timeline-sums.ts';

export interface TimeShare {
  readonly name: string;
  readonly ms: number;
}

/** Each thing that took time, the longest first. Calls at the same time count once. */
export function timeShares(spans: readonly SpanFacts[]): TimeShare[] {
  const shares = new Map<string, { ms: number; until: number }>();
  const commands = new Map<string, { ms: number; until: number }>();
  const starters = startersOf(spans);
  for (const span of spans) {
    const name = nameOf(span);
    if (name === undefined || asksPerson(span) || starters.has(span.id)) continue;
    cover(shares, name, span);
    if (name === 'Bash') cover(commands, commandOf(span.label), span);
  }
  const list = [...shares].map(([name, { ms }]) => ({ name, ms }));
  // A command that is most of the shell's time is named itself.
  const [command, most] = [...commands].reduce(
    (a, b) => (b[1].ms > a[1].ms ? b : a),
    ['', { ms: 0, until: 0 }],
  );
  const shell = list.find(({ name }) => name === 'Bash');
  if (shell && most.ms > shell.ms / 2 && /^[\w./-]+( [\w./:-]+)?$/.test(command)) {
    list.splice(list.indexOf(shell), 1, { name: command, ms: most.ms });
  }
  return list.filter(({ ms }) => ms > 0).sort((a, b) => b.ms - a.ms);
}

function nameOf({ kind, tool, agentId }: SpanFacts): string | undefined {
  if (kind === 'agent') return 'Agents';
  if (agentId !== undefined) return undefined;
  if (kind === 'thinking') return 'Thinking';
  if (kind === 'answer') return 'Answering';
  if (kind !== 'tool') return undefined;
  // An agent without a file of its own is known by its call alone.
  return tool === 'Agent' || tool === 'Task' ? 'Agents' : tool;
}

// Spans come in order of their starts: only what reaches past the last end is new.
function cover(shares: Map<string, { ms: number; until: number }>, name: string, span: SpanFacts): void {
  let share = shares.get(name);
  if (!share) {
    share = { ms: 0, until: span.start };
    shares.set(name, share);
  }
  share.ms += Math.max(0, span.end - Math.max(span.start, share.until));
  share.until = Math.max(share.until, span.end);
}
