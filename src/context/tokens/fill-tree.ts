// What fills the window as a tree: kind → tool → file → call, where the children of a node always add up to it.
import { groupBy } from '../../base/group-by.ts';
import type { TokenKind } from './list-token-items.ts';

/** A thing in the window, told without its entry. */
export interface FillItem {
  readonly kind: TokenKind;
  readonly tokens: number;
  readonly turn: number;
  readonly line?: number | undefined;
  readonly tool?: string | undefined;
  readonly file?: string | undefined;
  /** What it is, in its own words: a call's summary, the beginning of a text. */
  readonly label?: string | undefined;
}

export interface FillNode {
  readonly name: string;
  readonly level: 'kind' | 'tool' | 'file' | 'call' | 'turn' | 'rest';
  readonly kind: TokenKind;
  readonly tokens: number;
  readonly items: number;
  readonly line?: number;
  readonly turn?: number;
  readonly children: readonly FillNode[];
}

/** More than this beside each other cannot be told apart in a picture: the smallest go together into one. */
const MOST_CHILDREN = 60;

/** Kinds in the order they are drawn in, each with its things; the largest come first below a kind. */
export function fillTree(items: readonly FillItem[], kinds: readonly TokenKind[]): FillNode[] {
  return kinds.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind && item.tokens > 0);
    return own.length === 0 ? [] : [kindNode(kind, own)];
  });
}

function kindNode(kind: TokenKind, items: readonly FillItem[]): FillNode {
  const called =
    kind === 'tool-input' || kind === 'tool-result' || items.some(({ tool }) => tool !== undefined);
  const children = called
    ? [...groupBy(items, (item) => item.tool ?? 'other')].map(([tool, own]) => toolNode(kind, tool, own))
    : items.some(({ file }) => file !== undefined)
      ? [...groupBy(items, (item) => item.file ?? 'other')].map(([file, own]) =>
          node(file, 'file', kind, own, leaves(kind, own)),
        )
      : [...groupBy(items, (item) => String(item.turn))].map(([turn, own]) =>
          node(`turn ${turn}`, 'turn', kind, own, leaves(kind, own)),
        );
  return node(kind, 'kind', kind, items, fold(kind, children));
}

function toolNode(kind: TokenKind, tool: string, items: readonly FillItem[]): FillNode {
  const named = items.some(({ file }) => file !== undefined);
  const groups = [...groupBy(items, (item) => (named ? item.file : item.label) ?? item.label ?? 'other')];
  const children = groups.map(([name, own]) => {
    const calls = leaves(kind, own);
    return calls.length === 1 && !named
      ? (calls[0] as FillNode)
      : node(name, named ? 'file' : 'call', kind, own, calls);
  });
  return node(tool, 'tool', kind, items, fold(kind, children));
}

function leaves(kind: TokenKind, items: readonly FillItem[]): FillNode[] {
  const each = items.map((item) => ({
    ...node(item.label ?? item.tool ?? kind, 'call', kind, [item], []),
    turn: item.turn,
    ...(item.line === undefined ? {} : { line: item.line }),
  }));
  return fold(kind, each);
}

function fold(kind: TokenKind, nodes: readonly FillNode[]): FillNode[] {
  const sorted = [...nodes].sort((a, b) => b.tokens - a.tokens);
  if (sorted.length <= MOST_CHILDREN) return sorted;
  const rest = sorted.slice(MOST_CHILDREN - 1);
  const tokens = rest.reduce((sum, one) => sum + one.tokens, 0);
  const items = rest.reduce((sum, one) => sum + one.items, 0);
  const folded: FillNode = {
    name: `${rest.length} smaller`,
    level: 'rest',
    kind,
    tokens,
    items,
    children: [],
  };
  return [...sorted.slice(0, MOST_CHILDREN - 1), folded];
}

function node(
  name: string,
  level: FillNode['level'],
  kind: TokenKind,
  items: readonly FillItem[],
  children: readonly FillNode[],
): FillNode {
  const tokens = items.reduce((sum, item) => sum + item.tokens, 0);
  return { name, level, kind, tokens, items: items.length, children };
}
