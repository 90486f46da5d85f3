// The questions that a session's slim model answers, by name: what crosses to another process is JSON.
import type { ContextAnalysis } from '../analysis/analyse-context.ts';
import type { FindQuery, RowsQuery, RowTextQuery, ThreadQuery } from '../api.ts';
import { viewEntry } from '../entry-view.ts';
import { findInSession } from '../find-view.ts';
import { viewGraph } from '../graph-view.ts';
import { viewHead } from '../head-view.ts';
import type { SessionModel } from '../model/session-model.ts';
import { TokenIndex } from '../model/token-index.ts';
import { viewPeek } from '../peek-view.ts';
import { oneRow, pageRows, rowImage, rowText } from '../rows-view.ts';
import { viewTimeline } from '../timeline-view.ts';
import { outlineTurns } from '../turns-view.ts';
import type { Args } from './desk.ts';

/** A session that is held, and what is known of its tokens. */
export interface Held {
  readonly key: string;
  readonly model: SessionModel;
  analysis: ContextAnalysis | undefined;
  tokens: TokenIndex | undefined;
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
  readonly graph: Answer;
  readonly peek: Answer;
  readonly size: Answer;
  readonly setTokens: Answer;
} = {
  head: ({ model }) => viewHead(model),
  turns: (held, args) => outlineTurns(held.model.view(args as ThreadQuery), tokensOf(held, args)),
  rows: (held, args) => pageRows(held.model.view(threadOf(args)), args as RowsQuery, contextOf(held, args)),
  row: (held, args) =>
    oneRow(held.model.view(threadOf(args)), String(args.row), threadOf(args), contextOf(held, args)),
  text: ({ model }, args) =>
    rowText(model.view(threadOf(args)), String(args.row), args as unknown as RowTextQuery),
  image: ({ model }, args) => rowImage(model.view(threadOf(args)), String(args.row), Number(args.n)),
  entry: ({ model }, args) => viewEntry(model.view(threadOf(args)), Number(args.line)),
  find: ({ model }, args) => findInSession(model.view(threadOf(args)), args as unknown as FindQuery),
  timeline: (held) => viewTimeline(held.model, held.analysis),
  graph: ({ model }) => viewGraph(model),
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
  setTokens: (held, args) => {
    held.analysis = args.analysis as ContextAnalysis;
    held.tokens = new TokenIndex(held.analysis.table);
    return { ok: true };
  },
};

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
  return args.branch === undefined || model.view(threadOf(args)).web.transcript.branch?.active
    ? tokens
    : undefined;
}

function contextOf(held: Held, args: Args): { key: string; tokens: TokenIndex | undefined } {
  return { key: held.key, tokens: tokensOf(held, args) };
}
