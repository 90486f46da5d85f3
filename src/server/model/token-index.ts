// What each row weighs in the window, looked up by call or by line.
import { TOKEN_KINDS, type TokenKind } from '../../context/tokens/list-token-items.ts';
import type { Row } from '../../render/row.ts';
import type { TokenTable } from '../analysis/token-table.ts';
import type { ByKind, Kind } from '../api.ts';

/** The table of tokens summed up, as flat JSON: much less to read than the table itself. Kinds are positions in TOKEN_KINDS. */
export interface TokenSums {
  readonly calls: readonly (readonly [id: string, call: number, result: number])[];
  readonly lines: readonly (readonly [line: number, kind: number, tokens: number])[];
  /** What each turn brought into the window: its number, then the tokens by kinds. */
  readonly turns: readonly (readonly [turn: number, ...byKind: number[]])[];
}

interface RowTokens {
  readonly tokens?: number | undefined;
  readonly callTokens?: number | undefined;
  readonly resultTokens?: number | undefined;
}

/** Kinds that belong to a row of a line, by the row's kind. */
const KINDS_OF: Readonly<Partial<Record<Row['kind'], readonly TokenKind[]>>> = {
  prompt: ['user'],
  text: ['assistant'],
  thinking: ['thinking'],
  image: ['image'],
  compaction: ['summary'],
  notice: ['attachment', 'user', 'other', 'image'],
  unknown: ['other'],
};
const INPUT = TOKEN_KINDS.indexOf('tool-input');
const OTHER = TOKEN_KINDS.indexOf('other');

export function sumTokens(table: Pick<TokenTable, 'items' | 'calls'>): TokenSums {
  const calls = new Map<string, [string, number, number]>();
  const lines = new Map<number, [number, number, number]>();
  const turns = new Map<number, [number, ...number[]]>();
  for (const [kindAt, line, turn, , tokens, callAt] of table.items) {
    const kind = kindAt in TOKEN_KINDS ? kindAt : OTHER;
    const call = table.calls[callAt];
    if (call) {
      const sums = calls.get(call.id) ?? [call.id, 0, 0];
      sums[kind === INPUT ? 1 : 2] += tokens;
      calls.set(call.id, sums);
    } else if (line > 0) {
      const sum = lines.get(placeOf(line, kind)) ?? [line, kind, 0];
      sum[2] += tokens;
      lines.set(placeOf(line, kind), sum);
    }
    const added = turns.get(turn) ?? [turn, ...TOKEN_KINDS.map(() => 0)];
    (added[kind + 1] as number) += tokens;
    turns.set(turn, added);
  }
  return { calls: [...calls.values()], lines: [...lines.values()], turns: [...turns.values()] };
}

export class TokenIndex {
  readonly #byCall: ReadonlyMap<string, TokenSums['calls'][number]>;
  readonly #byLine: ReadonlyMap<number, number>;
  readonly #byTurn: ReadonlyMap<number, TokenSums['turns'][number]>;

  constructor({ calls, lines, turns }: TokenSums) {
    this.#byCall = new Map(calls.map((call) => [call[0], call]));
    this.#byLine = new Map(lines.map(([line, kind, tokens]) => [placeOf(line, kind), tokens]));
    this.#byTurn = new Map(turns.map((turn) => [turn[0], turn]));
  }

  of(row: Row): RowTokens {
    if (row.kind === 'tool') {
      const [, call, result] = this.#byCall.get(row.call.id) ?? [];
      if (call === undefined || result === undefined) return {};
      return { tokens: call + result, callTokens: call, resultTokens: result };
    }
    const kinds = KINDS_OF[row.kind];
    if (!kinds || !row.place) return {};
    const { line } = row.place;
    const tokens = kinds.reduce(
      (sum, kind) => sum + (this.#byLine.get(placeOf(line, TOKEN_KINDS.indexOf(kind))) ?? 0),
      0,
    );
    return tokens > 0 ? { tokens } : {};
  }

  ofCalls(ids: readonly string[]): number {
    return ids.reduce((sum, id) => {
      const [, call = 0, result = 0] = this.#byCall.get(id) ?? [];
      return sum + call + result;
    }, 0);
  }

  /** What a turn brought into the window. */
  added(turn: number): ByKind {
    const [, ...tokens] = this.#byTurn.get(turn) ?? [];
    const kinds = emptyKinds();
    for (const [i, kind] of TOKEN_KINDS.entries()) kinds[kind] = tokens[i] ?? 0;
    return kinds;
  }
}

function placeOf(line: number, kind: number): number {
  return line * TOKEN_KINDS.length + kind;
}

const NO_KINDS = Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;

export function emptyKinds(): Record<Kind, number> {
  return { ...NO_KINDS };
}
