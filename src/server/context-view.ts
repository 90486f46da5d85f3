// The answer of the Context page, put together from what was analysed and from the outline of turns.
import { type FillItem, fillTree } from '../context/tokens/fill-tree.ts';
import { TOKEN_KINDS, type TokenKind } from '../context/tokens/list-token-items.ts';
import type { ContextAnalysis } from './analysis/analyse-context.ts';
import { itemsAt, kindsBefore, type TokenTable } from './analysis/token-table.ts';
import type { ContextAnswer, ContextCompaction, FillThing, GrowthLine, WindowFill } from './api.ts';
import { findRepeated } from './find-repeated.ts';
import { emptyKinds } from './model/token-index.ts';
import type { TurnGlance } from './turn-glances.ts';
import { windowOfTurns } from './turns-view.ts';

const MOST_THINGS = 50;
const BASES: Readonly<Record<string, string>> = {
  exact: 'from the usage figures in the log',
  attributed: 'from the usage figures in the log',
  estimated: 'partly estimated from the text',
};

export function viewContext(analysis: ContextAnalysis, turns: readonly TurnGlance[]): ContextAnswer {
  const { resume, measured, lost, growth, cache, table } = analysis;
  const byNumber = new Map(turns.map((turn) => [turn.number, turn]));
  const fills = viewWindow(table, undefined);
  const largestKind = TOKEN_KINDS.reduce((a, b) => (resume.byKind[b] > resume.byKind[a] ? b : a));
  const repeated = findRepeated(itemsAt(table));
  return {
    ready: true,
    resume,
    basis: BASES[resume.basis] ?? '',
    measured,
    lost,
    growth: growth.map((line) => {
      const turn = byNumber.get(line.turn);
      return {
        ...line,
        prompt: turn?.prompt ?? '',
        ...(turn?.start === undefined ? {} : { time: turn.start }),
      };
    }),
    compactions: listCompactions(turns).map((one) => withKinds(one, table)),
    fills,
    cache,
    findings: {
      largestKind,
      largestShare: resume.tokens > 0 ? resume.byKind[largestKind] / resume.tokens : 0,
      ...(repeated ? { repeated } : {}),
    },
  };
}

/** What the logged usage tells by itself, turn by turn, while the texts of a very long session are being weighed. */
export function foreseeContext(turns: readonly TurnGlance[]): ContextAnswer {
  const window = windowOfTurns(turns);
  let before = 0;
  const growth = turns.flatMap((turn): GrowthLine[] => {
    const { number, prompt, start, contextAfter: context, usage, model = '' } = turn;
    if (context === undefined) return [];
    const change = context - before;
    before = context;
    return [
      {
        turn: number,
        prompt,
        requests: turn.exchanges,
        model,
        context,
        peak: context,
        change,
        byKind: { other: context },
        dropped: {},
        cacheRead: usage.cacheRead,
        cacheWrite: usage.cacheWrite5m + usage.cacheWrite1h,
        uncached: usage.input,
        ...(start === undefined ? {} : { time: start }),
        ...(window === undefined ? {} : { window, filled: context / window }),
      },
    ];
  });
  const tokens = growth.at(-1)?.context ?? 0;
  const byKind = { ...emptyKinds(), other: tokens };
  return {
    ready: false,
    resume: {
      loads: 0,
      of: 0,
      tokens,
      basis: 'exact',
      byKind,
      client: '',
      ...(window === undefined ? {} : { window, filled: tokens / window }),
    },
    basis: BASES.exact ?? '',
    measured: tokens,
    lost: [],
    growth,
    compactions: listCompactions(turns).map(unweighed),
    fills: { turn: growth.at(-1)?.turn ?? 0, total: tokens, basis: 'exact', kinds: [], largest: [] },
    cache: [],
    findings: { largestKind: 'other', largestShare: 0 },
  };
}

function listCompactions(turns: readonly TurnGlance[]): ContextCompaction[] {
  return turns.flatMap(({ number, compactions }) => compactions.map((mark) => ({ turn: number, ...mark })));
}

// Of a window that is not weighed yet, only its size is known: as of the turns.
function unweighed(compaction: ContextCompaction): ContextCompaction {
  const { scope, before } = compaction;
  return scope === 'full' && before !== undefined ? { ...compaction, byKind: { other: before } } : compaction;
}

function withKinds(compaction: ContextCompaction, table: TokenTable): ContextCompaction {
  const { scope, line } = compaction;
  const byKind = scope === 'full' && line !== undefined ? kindsBefore(table, line) : undefined;
  return byKind ? { ...compaction, byKind } : compaction;
}

export function viewWindow(table: TokenTable, turn: number | undefined): WindowFill {
  const items = itemsAt(table, turn);
  const last = turn ?? table.turns.at(-1)?.[0] ?? 0;
  return {
    turn: last,
    total: items.reduce((sum, { tokens }) => sum + tokens, 0),
    basis: 'attributed',
    kinds: fillTree(items, TOKEN_KINDS),
    largest: [...items]
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, MOST_THINGS)
      .map(thing),
  };
}

function thing({ kind, tool, file, label, turn, line, tokens }: FillItem): FillThing {
  return {
    kind,
    summary: label ?? NAMES[kind] ?? kind,
    turn,
    tokens,
    basis: 'attributed',
    ...(tool === undefined ? {} : { tool }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

const NAMES: Readonly<Partial<Record<TokenKind, string>>> = {
  system: 'System prompt and tools',
  other: 'Added without a trace in the log',
};
