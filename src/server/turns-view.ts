// The outline of a branch for the rail: a line for each turn, with its figures, its marks and where its rows are.
import { windowOf } from '../context/tokens/windows.ts';
import { SYNTHETIC, uuidOf } from '../log/fields.ts';
import type { CompactionRow } from '../render/row.ts';
import type { TurnFacts } from '../render/web/turn-facts.ts';
import { oneLine } from '../session/tool-view/summarise-tool-call.ts';
import { promptText, type Turn } from '../session/turns.ts';
import type { CompactionMark, Sparkline, TurnLine, TurnsAnswer } from './api.ts';
import type { ThreadView } from './model/session-model.ts';
import type { TokenIndex } from './model/token-index.ts';
import { usageOfMessages } from './usage-view.ts';

const MOST_PROMPT = 200;
const MOST_POINTS = 60;

export function outlineTurns(view: Pick<ThreadView, 'web'>, tokens: TokenIndex | undefined): TurnsAnswer {
  const { web } = view;
  const counted = new Set<string>();
  const sentFrom = firstSent(web.facts);
  const { branch } = web.transcript.header;
  let end: number | undefined;
  const turns = web.facts.map((facts, at): TurnLine => {
    const { start } = facts.turn;
    const idle = start !== undefined && end !== undefined && start >= end ? start - end : undefined;
    end = facts.turn.end ?? end;
    return turnLine(facts, { counted, tokens, idle, sent: branch.active && at >= sentFrom });
  });
  const window = windowOfTurns(turns);
  return {
    turns,
    rows: web.total,
    sparkline: sparkline(web.facts),
    branch: branch.number,
    branches: branch.count,
    ...(window === undefined ? {} : { window }),
  };
}

/** The size of the window, by the last model and by what the newest turns filled. */
export function windowOfTurns(
  turns: readonly Pick<TurnLine, 'model' | 'contextAfter'>[],
): number | undefined {
  const largest = Math.max(0, ...turns.slice(-5000).map(({ contextAfter = 0 }) => contextAfter));
  return windowOf(turns.findLast(({ model }) => model !== undefined)?.model ?? '', largest)?.tokens;
}

/** The first turn that a resume still sends: the one with the last compaction in it. */
export function firstSent(facts: readonly TurnFacts[]): number {
  return Math.max(
    0,
    facts.findLastIndex(({ compactions }) =>
      compactions.some(({ compaction }) => compaction.scope === 'full'),
    ),
  );
}

interface LineContext {
  readonly counted: Set<string>;
  readonly tokens: TokenIndex | undefined;
  readonly idle: number | undefined;
  readonly sent: boolean;
}

function turnLine(facts: TurnFacts, { counted, tokens, idle, sent }: LineContext): TurnLine {
  const { turn } = facts;
  const prompt = turn.prompt;
  const lines = turn.entries.map(({ place }) => place.line);
  const uuid = prompt && uuidOf(prompt);
  const model = modelOfTurn(turn);
  return {
    number: turn.number,
    kind: turn.kind,
    prompt: promptOfTurn(turn),
    firstRow: facts.firstRow,
    rows: facts.rows,
    entries: turn.entries.length,
    ended: turn.ended,
    exchanges: turn.exchanges,
    calls: facts.calls,
    failedCalls: facts.failedCalls,
    errors: facts.errors,
    agents: facts.agents,
    images: facts.images,
    attachments: facts.attachments,
    compactions: facts.compactions.map(({ row, compaction }) => ({ row, ...markOf(compaction) })),
    fork: facts.forks.length > 0,
    output: facts.output,
    usage: usageOfMessages(turn.messages, counted),
    sent,
    ...(uuid === undefined ? {} : { uuid }),
    ...(prompt ? { line: prompt.place.line } : {}),
    ...(lines.length > 0 ? { firstLine: smallest(lines), lastLine: largestOf(lines) } : {}),
    ...(turn.start === undefined ? {} : { start: turn.start }),
    ...(turn.end === undefined ? {} : { end: turn.end }),
    ...(facts.durationMs === undefined ? {} : { durationMs: facts.durationMs }),
    ...(idle === undefined ? {} : { idleMs: idle }),
    ...(facts.contextBefore === undefined ? {} : { contextBefore: facts.contextBefore }),
    ...(facts.contextAfter === undefined ? {} : { contextAfter: facts.contextAfter }),
    ...(tokens ? { added: tokens.added(turn.number) } : {}),
    ...(model === undefined ? {} : { model }),
  };
}

/** A turn's prompt in one line. */
export function promptOfTurn({ prompt }: Turn): string {
  return prompt ? oneLine(promptText(prompt).slice(0, 2 * MOST_PROMPT), MOST_PROMPT) : '';
}

/** The model that answered last in a turn. */
export function modelOfTurn({ messages }: Turn): string | undefined {
  return messages.findLast((one) => one.role === 'assistant' && one.model !== SYNTHETIC)?.model;
}

export function markOf(compaction: CompactionRow): Omit<CompactionMark, 'row'> {
  const { place, time, scope, trigger, tokensBefore, tokensAfter } = compaction;
  return {
    scope,
    ...(place ? { line: place.line } : {}),
    ...(time === undefined ? {} : { time }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(tokensBefore === undefined ? {} : { before: tokensBefore }),
    ...(tokensAfter === undefined ? {} : { after: tokensAfter }),
  };
}

// Not by spreading into Math.min: a turn can have a hundred thousand entries.
function smallest(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b));
}

function largestOf(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b));
}

/** The context after each turn; of many turns the highest of each stretch, so that no peak is lost. */
function sparkline(facts: readonly TurnFacts[]): Sparkline {
  const measured = facts.filter(({ contextAfter }) => contextAfter !== undefined);
  const count = Math.min(MOST_POINTS, measured.length);
  const points = new Array<number>(count).fill(0);
  const compactions = new Set<number>();
  for (const [i, { contextAfter, compactions: marks }] of measured.entries()) {
    const at = Math.floor((i * count) / measured.length);
    points[at] = Math.max(points[at] as number, contextAfter as number);
    if (marks.some(({ compaction }) => compaction.scope === 'full')) compactions.add(at);
  }
  const last = measured.at(-1)?.contextAfter;
  if (last !== undefined) points[count - 1] = last;
  return { points, compactions: [...compactions] };
}
