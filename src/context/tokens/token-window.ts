// The context as it fills and empties along a branch: items with the tokens they hold, and every drop with its cause.
import type { TokenItem } from './list-token-items.ts';

/** How a figure came about: logged itself; the only thing a logged difference can be; or a share of one. */
export type Basis = 'exact' | 'attributed' | 'estimated';

export type DropCause =
  | 'compaction'
  /** The client cleared old results and said so. */
  | 'microcompaction'
  /** The API says that it left something out (`context_management`). */
  | 'context-edit'
  /** Thinking of an earlier turn, which older models do not read again. */
  | 'thinking'
  | 'model-change'
  /** The context shrank and the log does not say why. */
  | 'unknown';

export interface LedgerItem extends TokenItem {
  /** Position in the ledger: the order in which things came in. */
  readonly index: number;
  readonly turn: number;
  /** The first request that holds it. */
  readonly request: number;
  /** Tokens when it came in. */
  readonly tokens: number;
  /** Tokens at the last request. */
  readonly left: number;
  readonly basis: Basis;
}

export interface Drop {
  readonly request: number;
  readonly item: LedgerItem;
  readonly tokens: number;
  readonly cause: DropCause;
}

interface Draft extends LedgerItem {
  index: number;
  left: number;
}

/** Indices of items in order of arrival; items only ever lose tokens, so the emptied ones at the front stay behind. */
interface Pool {
  items: number[];
  front: number;
}

type PoolName = 'unlogged' | 'system' | 'results' | 'thinking' | 'any';

export class TokenWindow {
  items: Draft[] = [];
  drops: Drop[] = [];
  /** Tokens of all items together. */
  total = 0;
  /** Tokens of the thinking among them. */
  thinking = 0;
  readonly #pools: Readonly<Record<PoolName, Pool>> = {
    unlogged: { items: [], front: 0 },
    system: { items: [], front: 0 },
    results: { items: [], front: 0 },
    thinking: { items: [], front: 0 },
    any: { items: [], front: 0 },
  };
  readonly #results = new Map<string, number>();

  add(item: TokenItem, added: Pick<LedgerItem, 'tokens' | 'basis' | 'request' | 'turn'>): void {
    const index = this.items.length;
    // Spelled out: spreading two objects costs ten times as much, and there are as many items as blocks.
    this.items.push({
      kind: item.kind,
      entry: item.entry,
      block: item.block,
      messageId: item.messageId,
      tool: item.tool,
      toolUseId: item.toolUseId,
      file: item.file,
      index,
      turn: added.turn,
      request: added.request,
      tokens: added.tokens,
      left: added.tokens,
      basis: added.basis,
    });
    this.total += added.tokens;
    if (item.kind === 'thinking') this.thinking += added.tokens;
    if (item.kind === 'tool-result' && item.toolUseId !== undefined) this.#results.set(item.toolUseId, index);
    this.#pools.any.items.push(index);
    const pool = poolOf(item);
    if (pool) this.#pools[pool].items.push(index);
  }

  /** Takes up to `amount` from the pools in their order, oldest first; returns what they had. */
  take(amount: number, pools: readonly PoolName[], request: number, cause: DropCause): number {
    let missing = amount;
    for (const name of pools) {
      const pool = this.#pools[name];
      for (; missing > 0 && pool.front < pool.items.length; ) {
        const item = this.items[pool.items[pool.front] as number] as Draft;
        missing -= this.#takeFrom(item, missing, request, cause);
        if (item.left === 0) pool.front++;
      }
    }
    return amount - missing;
  }

  /** Takes up to `amount` from the results of these calls. */
  takeResults(ids: readonly string[], amount: number, request: number, cause: DropCause): number {
    let missing = amount;
    for (const id of ids) {
      if (missing === 0) break;
      const item = this.items[this.#results.get(id) ?? -1];
      if (item) missing -= this.#takeFrom(item, missing, request, cause);
    }
    return amount - missing;
  }

  /** What is left of the system prompt: all that a compaction leaves, if it keeps no tail. */
  get system(): number {
    return this.#pools.system.items.reduce((sum, index) => sum + (this.items[index]?.left ?? 0), 0);
  }

  /** Empties the window but for the system prompt and what `keeps` names. */
  compact(request: number, keeps: (item: TokenItem) => boolean): void {
    const pool = this.#pools.any;
    const kept: number[] = [];
    for (let at = pool.front; at < pool.items.length; at++) {
      const item = this.items[pool.items[at] as number] as Draft;
      if (item.left === 0) continue;
      if (item.kind === 'system' || keeps(item)) kept.push(item.index);
      else this.#takeFrom(item, item.left, request, 'compaction');
    }
    pool.items.length = 0;
    for (const index of kept) pool.items.push(index);
    pool.front = 0;
  }

  /** Lets go of emptied items, and of the tale of all drops: for those who only ask what is left. */
  forget(keeps: (item: LedgerItem) => boolean): void {
    const places = new Map<number, number>();
    const items = this.items.filter((item) => item.left > 0 || item.kind === 'system' || keeps(item));
    for (const [place, item] of items.entries()) {
      places.set(item.index, place);
      item.index = place;
    }
    const left = (indices: readonly number[]) => indices.flatMap((index) => places.get(index) ?? []);
    for (const pool of Object.values(this.#pools)) {
      pool.items = left(pool.items.slice(pool.front));
      pool.front = 0;
    }
    for (const [id, index] of this.#results) {
      const place = places.get(index);
      if (place === undefined) this.#results.delete(id);
      else this.#results.set(id, place);
    }
    this.items = items;
    this.drops = [];
  }

  #takeFrom(item: Draft, most: number, request: number, cause: DropCause): number {
    const tokens = Math.min(item.left, most);
    if (tokens <= 0) return 0;
    item.left -= tokens;
    this.total -= tokens;
    if (item.kind === 'thinking') this.thinking -= tokens;
    this.drops.push({ request, item, tokens, cause });
    return tokens;
  }
}

function poolOf(item: TokenItem): PoolName | undefined {
  if (item.kind === 'system') return 'system';
  if (item.entry === undefined) return 'unlogged';
  if (item.kind === 'tool-result') return 'results';
  return item.kind === 'thinking' ? 'thinking' : undefined;
}
