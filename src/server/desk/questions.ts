// The questions that a session's slim model answers, by name: what crosses to another process is JSON.
import type { ContextAnalysis, ContextWeights } from '../analysis/analyse-context.ts';
import type {
  FindQuery,
  GraphFindQuery,
  GraphPageQuery,
  MomentQuery,
  RowsQuery,
  RowTextQuery,
  ThreadQuery,
  TimelinePartQuery,
  TimelineSpansQuery,
  TurnsAnswer,
} from '../api.ts';
import { foreseeContext, viewContext, viewWindow } from '../context-view.ts';
import { viewEntry } from '../entry-view.ts';
import { findInSession } from '../find-view.ts';
import { findInGraph, openGraphRow, pageGraph, viewGraph } from '../graph-view.ts';
import { turnFinder, viewHead } from '../head-view.ts';
import type { SessionModel, ThreadView } from '../model/session-model.ts';
import { sumTokens, TokenIndex } from '../model/token-index.ts';
import { viewPeek } from '../peek-view.ts';
import { oneRow, pageRows, rowImage, rowText } from '../rows-view.ts';
import { listTimelineSpans, viewMoment, viewTimeline, viewTimelinePart } from '../timeline-view.ts';
import { glanceTurns } from '../turn-glances.ts';
import { outlineTurns } from '../turns-view.ts';
import type { Args } from './desk.ts';
import { readSnapshot } from './snapshots.ts';

/** A session that is held, and what is known of its tokens. */
export interface Held {
  readonly key: string;
  readonly model: SessionModel;
  /** Undefined as long as nothing was worked out. */
  analysis: (() => Promise<ContextAnalysis>) | undefined;
  tokens: TokenIndex | undefined;
  resume: ContextAnalysis['resume'] | undefined;
}

export type Question = keyof typeof QUESTIONS;

export const QUESTIONS: {
  readonly head: Answer;
  readonly turns: Answer;
  readonly rows: Answer;
  readonly row: Answer;
  readonly text: Answer;
  readonly image: Answer;
  readonly entry: Answer;
  readonly find: Answer;
  readonly timeline: Answer;
  readonly timelinePart: Answer;
  readonly timelineSpans: Answer;
  readonly moment: Answer;
  readonly graph: Answer;
  readonly graphRows: Answer;
  readonly graphFind: Answer;
  readonly graphOpen: Answer;
  readonly peek: Answer;
  readonly size: Answer;
  readonly context: Answer;
  readonly glances: Answer;
  readonly window: Answer;
  readonly forecast: Answer;
  readonly turnsOfLines: Answer;
  readonly setTokens: Answer;
} = {
  head: ({ model }) => viewHead(model),
  turns: (held, args) => outlineOf(held, args),
  rows: (held, args) => pageRows(held.model.view(threadOf(args)), args as RowsQuery, contextOf(held, args)),
  row: (held, args) =>
    oneRow(held.model.view(threadOf(args)), String(args.row), threadOf(args), contextOf(held, args)),
  text: ({ model }, args) =>
    rowText(model.view(threadOf(args)), String(args.row), args as unknown as RowTextQuery),
  image: ({ model }, args) => rowImage(model.view(threadOf(args)), String(args.row), Number(args.n)),
  entry: ({ model }, args) => viewEntry(model.view(threadOf(args)), Number(args.line)),
  find: ({ model }, args) => findInSession(model.view(threadOf(args)), args as unknown as FindQuery),
  timeline: ({ model }, { once }) => viewTimeline(model, once === true),
  timelinePart: ({ model }, args) => viewTimelinePart(model, args as unknown as TimelinePartQuery),
  timelineSpans: ({ model }, args) => listTimelineSpans(model, args as unknown as TimelineSpansQuery),
  moment: ({ model }, args) => viewMoment(model, args as MomentQuery),
  graph: ({ model }, { once }) => viewGraph(model, once === true),
  graphRows: ({ model }, args) => pageGraph(model, args as unknown as GraphPageQuery),
  graphFind: ({ model }, args) => findInGraph(model, args as GraphFindQuery),
  graphOpen: ({ model }, args) => openGraphRow(model, Number(args.at)),
  peek: (held) => viewPeek(held.model),
  size: ({ model }) => {
    const { web } = model.view();
    const facts = web.facts.at(-1);
    return {
      rows: web.total,
      turns: web.transcript.header.turns,
      firstChangedRow: facts?.firstRow ?? 0,
      contextTokens: facts?.contextAfter,
    };
  },
  context: async ({ model, analysis }) => {
    const glances = glanceTurns(model.view().transcript);
    return analysis ? viewContext(await analysis(), glances) : foreseeContext(glances);
  },
  glances: ({ model }) => glanceTurns(model.view().transcript),
  window: async ({ analysis }, { turn }) =>
    analysis && viewWindow((await analysis()).table, typeof turn === 'number' ? turn : undefined),
  forecast: ({ resume }) => resume ?? null,
  turnsOfLines: ({ model }, { lines }) => {
    const turnOf = turnFinder(model.view());
    return (lines as readonly number[]).map((line) => turnOf(line) ?? null);
  },
  // Through files: what is known of the tokens of a very long session would be too much for a message.
  setTokens: async (held, { snapshot, weights }) => {
    const { resume, sums } = JSON.parse(await readSnapshot(String(weights))) as ContextWeights;
    held.analysis = readWhenAsked(String(snapshot));
    held.tokens = new TokenIndex(sums);
    held.resume = resume;
    return { ok: true };
  },
};

export function giveTokens(held: Held, analysis: ContextAnalysis): void {
  held.analysis = async () => analysis;
  held.tokens = new TokenIndex(sumTokens(analysis.table));
  held.resume = analysis.resume;
}

// Of a very long session it is long, and only one page asks for it, often in a row: meanwhile the engine may let it go.
function readWhenAsked(snapshot: string): () => Promise<ContextAnalysis> {
  let known: WeakRef<ContextAnalysis> | undefined;
  return async () => {
    const analysis = known?.deref() ?? (JSON.parse(await readSnapshot(snapshot)) as ContextAnalysis);
    known = new WeakRef(analysis);
    return analysis;
  };
}

/** Outlines are asked for again and again: by the rail, by pictures, to place problems. */
const outlines = new WeakMap<ThreadView, { tokens: TokenIndex | undefined; outline: TurnsAnswer }>();

function outlineOf(held: Held, args: Args): TurnsAnswer {
  const view = held.model.view(threadOf(args));
  const tokens = tokensOf(held, args);
  const known = outlines.get(view);
  if (known && known.tokens === tokens) return known.outline;
  const outline = outlineTurns(view, tokens);
  outlines.set(view, { tokens, outline });
  return outline;
}

type Answer = (held: Held, args: Args) => unknown;

function threadOf({ branch, agent }: Args): ThreadQuery {
  return {
    ...(typeof branch === 'string' ? { branch } : {}),
    ...(typeof agent === 'string' ? { agent } : {}),
  };
}

// The ledger follows the branch that a resume would continue.
function tokensOf({ tokens, model }: Held, args: Args): TokenIndex | undefined {
  if (args.agent !== undefined) return undefined;
  return args.branch === undefined || model.view(threadOf(args)).transcript.branch?.active
    ? tokens
    : undefined;
}

function contextOf(held: Held, args: Args): { key: string; tokens: TokenIndex | undefined } {
  return { key: held.key, tokens: tokensOf(held, args) };
}
