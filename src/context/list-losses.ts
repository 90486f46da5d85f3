// Counts the messages of a session's main thread that a resume loads, and says of each entry left out why.
import { isCompactBoundary, logicalParentUuidOf, messageIdOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { LossReason } from './item.ts';
import { isTalk, type Node, NodeMarks, type NodeTable } from './read-nodes.ts';
import type { SelectedPath } from './select-path.ts';
import type { SentMessage } from './sent-message.ts';

/** An entry of which a resume sends nothing, and why. */
export interface Loss {
  readonly line: number;
  readonly uuid: string;
  readonly reason: LossReason;
  /** The reason as a sentence. */
  readonly why: string;
  readonly entry: Entry;
}

export interface LossList {
  /** Messages of which at least one block is sent. */
  readonly loads: number;
  /** Distinct user and assistant messages of the main thread in the file. */
  readonly of: number;
  /** Entries of which nothing is sent, in file order. */
  readonly lost: readonly Loss[];
}

const WHY: Readonly<Record<LossReason, string>> = {
  'api-error': 'an error report of the API, which the client does not send',
  'another-root': 'not linked to the resumed branch',
  blank: 'an answer of nothing but blanks',
  'broken-link': 'before a broken link: the parent that would lead to it is missing or in a circle',
  compacted: 'compacted away: only the summary is sent',
  'foreign-thinking': 'thinking of another model than the one asked',
  'not-sent': 'nothing in it that the client sends',
  'orphan-result': 'a result without its call',
  'other-branch': 'left on another branch',
  'parallel-call': 'a parallel call that this client does not take back',
  'repeated-block': 'a call that stands in the path twice',
  'thinking-only': 'a message of thinking alone',
  'unanswered-call': 'a call that never got its result',
};

export function listLosses(
  selected: SelectedPath,
  messages: readonly SentMessage[],
  reasons: ReadonlyMap<Entry, LossReason>,
): LossList {
  const sent = new Set<Entry>();
  for (const message of messages) {
    for (const source of message.sources) for (const entry of source.entries) sent.add(entry);
  }
  let reasonOf: ((node: Node) => LossReason) | undefined;
  const [all, loaded] = [new MessageCount(), new MessageCount()];
  const lost: Loss[] = [];
  const { nodes } = selected.table;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    if (!isTalk(node) || node.sidechain) continue;
    all.add(node);
    const { entry, uuid } = node;
    if (sent.has(entry)) loaded.add(node);
    else {
      reasonOf ??= explain(selected);
      const reason = reasons.get(entry) ?? reasonOf(node);
      lost.push({ line: entry.place.line, uuid, reason, why: WHY[reason], entry });
    }
  }
  return { loads: loaded.size, of: all.size, lost };
}

/** Counts messages by their nodes: of an answer there are several, what a user said is one each. */
class MessageCount {
  readonly #ids: Set<string> = new Set();
  #single = 0;

  add(node: Node): void {
    const id = node.type === 'assistant' ? messageIdOf(node.entry) : undefined;
    if (id === undefined) this.#single++;
    else this.#ids.add(id);
  }

  get size(): number {
    return this.#ids.size + this.#single;
  }
}

/** Why a node is not among those loaded. */
function explain(selected: SelectedPath): (node: Node) => LossReason {
  const { table, walk, whole, loaded } = selected;
  const onPath = new NodeMarks(table, loaded);
  const before = collectMessages(listCompacted(selected), table);
  const beside = collectMessages(whole, table);
  const boundary = whole.findLast((node) => isCompactBoundary(node.entry));
  const first = walk?.nodes[0];
  return (node) => {
    if (onPath.has(node)) return 'not-sent';
    if (before.has(node)) return 'compacted';
    if (beside.has(node)) return 'parallel-call';
    // The boundary's own link may name an entry that is not in the file: then all before it is taken for its past.
    if (boundary && before.size === 0 && node.position < boundary.position) return 'compacted';
    if (walk && first && walk.begins !== 'root' && node.position < first.position) return 'broken-link';
    return first && node.position < first.position ? 'another-root' : 'other-branch';
  };
}

/** What the last boundary left behind: the path before it, and the past that its logical parents lead to. */
function listCompacted({ table, whole }: SelectedPath): readonly Node[] {
  const at = whole.findLastIndex((node) => isCompactBoundary(node.entry));
  if (at < 0) return [];
  const past = whole.slice(0, at);
  const marks = new NodeMarks(table, past);
  const boundary = whole[at] as Node;
  const walked = new NodeMarks(table);
  for (let node: Node | undefined = boundary; node && !walked.has(node); ) {
    walked.add(node);
    if (!marks.has(node) && node !== boundary) past.push(node);
    const logical: string | undefined = isCompactBoundary(node.entry)
      ? logicalParentUuidOf(node.entry)
      : undefined;
    node = logical === undefined ? node.up : table.byUuid.get(logical);
  }
  return past;
}

/** Says of a node whether it is one of these, a block of one of their messages, or the result of one of their calls. */
function collectMessages(
  nodes: readonly Node[],
  table: NodeTable,
): { readonly size: number; has(node: Node): boolean } {
  const own = new NodeMarks(table, nodes);
  let parts: { readonly ids: ReadonlySet<string>; readonly calls: ReadonlySet<string> } | undefined;
  return {
    size: nodes.length,
    has: (node) => {
      if (own.has(node)) return true;
      parts ??= collectParts(nodes);
      const { ids, calls } = parts;
      if (node.type === 'assistant') return ids.has(messageIdOf(node.entry) ?? '');
      return node.results.some((call) => calls.has(call));
    },
  };
}

function collectParts(nodes: readonly Node[]): { ids: ReadonlySet<string>; calls: ReadonlySet<string> } {
  const ids = new Set<string>();
  const calls = new Set<string>();
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    const id = node.type === 'assistant' ? messageIdOf(node.entry) : undefined;
    if (id !== undefined) ids.add(id);
    if (node.calls.length > 0) for (const call of node.calls) calls.add(call);
  }
  return { ids, calls };
}
