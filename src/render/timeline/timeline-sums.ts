// Sums over a timeline: how long anyone worked, what took the time, and the stretches in which nothing ran.
import type { SpanFacts } from './span-record.ts';
import type { IdleStretch, TimelineTotals, TimeSum } from './timeline.ts';

const MIN_IDLE = 60_000;
const MOST_COMMANDS = 20;
const WORK: ReadonlySet<SpanFacts['kind']> = new Set(['request', 'tool', 'agent', 'retry']);

/** A call that lasts until the person has answered is no work. */
export function asksPerson({ tool }: Pick<SpanFacts, 'tool'>): boolean {
  return tool === 'AskUserQuestion' || tool === 'ExitPlanMode';
}

export function endOf(spans: readonly SpanFacts[]): number | undefined {
  let last: number | undefined;
  for (const { end } of spans) if (last === undefined || end > last) last = end;
  return last;
}

/** The spans must be sorted by start. */
export function sumTimes(spans: readonly SpanFacts[]): TimelineTotals {
  const start = spans[0]?.start ?? 0;
  const [tools, commands] = [new Map<string, Sum>(), new Map<string, Sum>()];
  const busy = new Cover();
  let [end, waited, thinking, answering] = [start, 0, 0, 0];
  for (const span of spans) {
    const ms = span.end - span.start;
    if (span.end > end) end = span.end;
    const asks = asksPerson(span);
    if (WORK.has(span.kind) && !asks) busy.add(span.start, span.end);
    if (span.kind === 'wait' || (span.kind === 'tool' && asks)) waited += ms;
    else if (span.kind === 'thinking') thinking += ms;
    else if (span.kind === 'answer') answering += ms;
    if (span.kind !== 'tool') continue;
    addTime(tools, span.tool ?? '', span);
    if (span.tool === 'Bash' || span.tool === 'PowerShell') addTime(commands, commandOf(span.label), span);
  }
  return {
    elapsedMs: end - start,
    workedMs: busy.ms,
    waitedForPersonMs: waited,
    thinkingMs: thinking,
    answeringMs: answering,
    tools: largestFirst(tools),
    commands: largestFirst(commands)
      .slice(0, MOST_COMMANDS)
      .map(({ name, ...sum }) => ({ command: name, ...sum })),
  };
}

/** The first two words of a shell command, after any change of folder. */
export function commandOf(label: string): string {
  const own = label.replace(/^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/, '');
  return own.split(/\s+/, 2).join(' ');
}

/** The spans must be sorted by start. */
export function findIdle(spans: readonly SpanFacts[]): IdleStretch[] {
  const first = spans[0];
  const last = endOf(spans);
  if (!first || last === undefined) return [];
  const idle: IdleStretch[] = [];
  // Until when someone worked, and the turn of that moment.
  let [until, turn, any] = [first.start, 0, false];
  const prompts: SpanFacts[] = [];
  let at = 0;
  const leave = (end: number): void => {
    if (end - until < MIN_IDLE) return;
    for (let prompt = prompts[at]; prompt && prompt.start <= until; prompt = prompts[++at])
      turn = prompt.turn;
    idle.push({ start: until, end, turn });
  };
  for (const span of spans) {
    if (span.kind === 'prompt') prompts.push(span);
    else if (!WORK.has(span.kind) || asksPerson(span)) continue;
    any = true;
    leave(span.start);
    if (span.end > until) until = span.end;
  }
  if (!any) return [];
  leave(last);
  return idle;
}

/** How much time is covered by stretches that come in order of their starts. */
class Cover {
  ms = 0;
  #until = Number.NEGATIVE_INFINITY;

  add(start: number, end: number): void {
    if (end <= this.#until) return;
    this.ms += end - Math.max(start, this.#until);
    this.#until = end;
  }
}

type Sum = { -readonly [K in keyof Omit<TimeSum, 'name'>]: TimeSum[K] };

function addTime(sums: Map<string, Sum>, name: string, { start, end, failed }: SpanFacts): void {
  let sum = sums.get(name);
  if (!sum) {
    sum = { ms: 0, calls: 0, failed: 0 };
    sums.set(name, sum);
  }
  sum.ms += end - start;
  sum.calls++;
  if (failed) sum.failed++;
}

function largestFirst(sums: ReadonlyMap<string, Sum>): TimeSum[] {
  return [...sums].map(([name, sum]) => ({ name, ...sum })).sort((a, b) => b.ms - a.ms || b.calls - a.calls);
}
