// What each row weighs in the window, looked up in the table of tokens by call or by line.
import { TOKEN_KINDS, type TokenKind } from '../../context/tokens/list-token-items.ts';
import type { Row } from '../../render/row.ts';
import type { TokenTable } from '../analysis/token-table.ts';
import type { ByKind, Kind } from '../api.ts';

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

export class TokenIndex {
  readonly #byCall = new Map<string, { call: number; result: number }>();
  readonly #byLine = new Map<string, number>();
  readonly #byTurn = new Map<number, Record<Kind, number>>();

  constructor(table: TokenTable) {
    for (const [kindAt, line, turn, , tokens, callAt] of table.items) {
      const kind = TOKEN_KINDS[kindAt] ?? 'other';
      const call = table.calls[callAt];
      if (call) {
        const sums = this.#byCall.get(call.id) ?? { call: 0, result: 0 };
        sums[kind === 'tool-input' ? 'call' : 'result'] += tokens;
        this.#byCall.set(call.id, sums);
      } else if (line > 0) {
        const key = `${line} ${kind}`;
        this.#byLine.set(key, (this.#byLine.get(key) ?? 0) + tokens);
      }
      const added = this.#byTurn.get(turn) ?? emptyKinds();
      added[kind] += tokens;
      this.#byTurn.set(turn, added);
    }
  }

  of(row: Row): RowTokens {
    if (row.kind === 'tool') {
      const sums = this.#byCall.get(row.call.id);
      return sums
        ? { tokens: sums.call + sums.result, callTokens: sums.call, resultTokens: sums.result }
        : {};
    }
    const kinds = KINDS_OF[row.kind];
    if (!kinds || !row.place) return {};
    const { line } = row.place;
    const tokens = kinds.reduce((sum, kind) => sum + (this.#byLine.get(`${line} ${kind}`) ?? 0), 0);
    return tokens > 0 ? { tokens } : {};
  }

  ofCalls(ids: readonly string[]): number {
    return ids.reduce((sum, id) => {
      const sums = this.#byCall.get(id);
      return sums ? sum + sums.call + sums.result : sum;
    }, 0);
  }

  /** What a turn brought into the window. */
  added(turn: number): ByKind {
    return this.#byTurn.get(turn) ?? emptyKinds();
  }
}

export function emptyKinds(): Record<Kind, number> {
  return Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
}
