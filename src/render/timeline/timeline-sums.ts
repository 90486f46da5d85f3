// Sums over a timeline: how long anyone worked, what took the time, and the stretches in which nothing ran.
import type { Span, TimelineTotals, TimeSum } from './timeline.ts';

const MIN_IDLE = 60_000;
const MOST_COMMANDS = 20;
const WORK: ReadonlySet<Span['kind']> = new Set(['request', 'tool', 'agent', 'retry']);

/** A call that lasts until the person has answered is no work. */
export function asksPerson({ tool }: Pick<Span, 'tool'>): boolean {
  return tool === 'AskUserQuestion' || tool === 'ExitPlanMode';
}

export function sumTimes(spans: readonly Span[]): TimelineTotals {
  const start = spans[0]?.start ?? 0;
  const end = spans.reduce((last, span) => Math.max(last, span.end), start);
  const calls = spans.filter(({ kind }) => kind === 'tool');
  const shells = calls.filter(({ tool }) => tool === 'Bash' || tool === 'PowerShell');
  const commands = groupTimes(shells, ({ label }) => commandOf(label));
  return {
    elapsedMs: end - start,
    workedMs: mergeSpans(spans.filter((span) => WORK.has(span.kind) && !asksPerson(span))).reduce(
      (sum, [from, to]) => sum + to - from,
      0,
    ),
    waitedForPersonMs:
      sumOf(spans, 'wait') + calls.filter(asksPerson).reduce((sum, span) => sum + span.end - span.start, 0),
    thinkingMs: sumOf(spans, 'thinking'),
    answeringMs: sumOf(spans, 'answer'),
    tools: groupTimes(calls, ({ tool }) => tool ?? ''),
    commands: commands.slice(0, MOST_COMMANDS).map(({ name, ...sum }) => ({ command: name, ...sum })),
  };
}

/** The first two words of a shell command, after any change of folder. */
export function commandOf(label: string): string {
  const own = label.replace(/^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/, '');
  return own.split(/\s+/, 2).join(' ');
}

export function findIdle(
  spans: readonly Span[],
): { readonly start: number; readonly end: number; readonly turn: number }[] {
  const work = mergeSpans(
    spans.filter((span) => (WORK.has(span.kind) && !asksPerson(span)) || span.kind === 'prompt'),
  );
  const prompts = spans.filter(({ kind }) => kind === 'prompt');
  const [first, last] = [spans[0], spans.reduce((end, span) => Math.max(end, span.end), 0)];
  if (!first || work.length === 0) return [];
  const edges: [number, number][] = [[first.start, first.start], ...work, [last, last]];
  const idle: { start: number; end: number; turn: number }[] = [];
  let at = 0;
  for (let i = 1; i < edges.length; i++) {
    const [start, end] = [(edges[i - 1] as [number, number])[1], (edges[i] as [number, number])[0]];
    if (end - start < MIN_IDLE) continue;
    while (at + 1 < prompts.length && (prompts[at + 1] as Span).start <= start) at++;
    const before = prompts[at];
    idle.push({ start, end, turn: before && before.start <= start ? before.turn : 0 });
  }
  return idle;
}

/** Stretches of time that some of the spans cover; they must be sorted by start. */
function mergeSpans(spans: readonly Span[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function sumOf(spans: readonly Span[], kind: Span['kind']): number {
  return spans.reduce((sum, span) => (span.kind === kind ? sum + span.end - span.start : sum), 0);
}

function groupTimes(spans: readonly Span[], keyOf: (span: Span) => string): TimeSum[] {
  const sums = new Map<string, { ms: number; calls: number; failed: number }>();
  for (const span of spans) {
    const sum = sums.get(keyOf(span)) ?? { ms: 0, calls: 0, failed: 0 };
    sums.set(keyOf(span), sum);
    sum.ms += span.end - span.start;
    sum.calls++;
    if (span.failed) sum.failed++;
  }
  return [...sums].map(([name, sum]) => ({ name, ...sum })).sort((a, b) => b.ms - a.ms || b.calls - a.calls);
}
