// Builds the graph of a session by turns: the active branch as the spine, the other ways where they left it.
import { append } from '../../base/append.ts';
import { groupBy } from '../../base/group-by.ts';
import { isCompactBoundary, parentUuidOf, timeOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { AgentNode, AgentTree } from '../../session/agents.ts';
import type { Branch } from '../../session/branches.ts';
import { type CompactedSize, compactedSizes } from '../../session/compacted-sizes.ts';
import type { Segment } from '../../session/segments.ts';
import { activeBranch, readConversation, type Thread } from '../../session/session.ts';
import { pairToolCalls } from '../../session/tool-calls.ts';
import { oneLine } from '../../session/tool-view/summarise-tool-call.ts';
import { promptText, type Turn } from '../../session/turns.ts';
import { collectWays, type Ways } from './collect-ways.ts';
import { findStrays } from './find-strays.ts';
import { compactionRow, hasReturned, placeOf, pushAgents, sizeOf, turnId } from './graph-rows.ts';
import type { GraphBranch, GraphRow, GraphTurn, TurnGraph } from './turn-graph.ts';

const MOST_PROMPT = 160;

/** The agents that no other agent started, with theirs below them, and those that are not there. */
type AgentRoots = Pick<AgentTree, 'children' | 'unlinked' | 'internal' | 'missing'>;

/** A graph with the entries behind each row: those of a turn, of an agent, of a prompt taken back. */
export interface BuiltGraph extends TurnGraph {
  readonly entries: readonly (readonly Entry[])[];
}

/** `known` are the turns of the active branch, where they are known. */
export function buildTurnGraph(thread: Thread, tree: AgentRoots, known?: readonly Turn[]): BuiltGraph {
  const active = activeBranch(thread);
  const spine = known ?? (active ? readConversation(thread, active).turns : []);
  const builder = new Builder(thread, tree, spine);
  const left = collectWays(thread, active, spine);
  const { rows } = builder;
  const waysAt = groupBy(left.ways, ({ after }) => after);
  const strayAt = groupBy(findStrays(thread, spine), ({ after }) => after);
  let size: number | undefined;
  for (const [at, turn] of spine.entries()) {
    size = builder.pushTurn(turn, spine[at - 1], size, {
      strand: 0,
      left: false,
      branches: left.through.get(at) ?? left.usual,
    });
    for (const way of waysAt.get(at) ?? []) {
      let waySize = size;
      for (const [i, own] of way.turns.entries()) {
        waySize = builder.pushTurn(own, way.turns[i - 1] ?? turn, waySize, {
          strand: way.strand,
          left: true,
          branches: [way.number],
        });
      }
    }
    for (const { segment } of strayAt.get(at) ?? []) builder.pushStray(segment, turn);
  }
  const linked = allAgents(tree).filter(({ state }) => state === 'linked');
  return {
    rows,
    entries: builder.entries,
    branches: branchLines(thread, active, spine, left),
    counts: {
      turns: spine.filter(({ number }) => number > 0).length,
      compactions: rows.filter((row) => row.type === 'compaction' && !row.left).length,
      left: left.ways.length,
      agents: linked.length,
      agentsReturned: linked.filter(hasReturned).length,
      agentsGone: tree.missing.filter(({ why, caller }) => why === 'no-file' && caller === undefined).length,
      phantoms: countStrays(rows, 'phantom'),
      takenBack: countStrays(rows, 'cancelled'),
    },
    undrawn: left.undrawn,
  };
}

function countStrays(rows: readonly GraphRow[], state: 'phantom' | 'cancelled'): number {
  return rows.filter((row) => row.type === 'turn' && row.state === state).length;
}

interface TurnPlace {
  readonly strand: number;
  readonly left: boolean;
  readonly branches: readonly number[];
}

class Builder {
  readonly rows: GraphRow[] = [];
  readonly entries: (readonly Entry[])[] = [];
  readonly #agents = new Map<string, AgentNode[]>();
  readonly #leaves: ReadonlySet<Entry>;
  readonly #sentFrom: number;
  readonly #compacted: ReadonlyMap<Entry, CompactedSize>;

  constructor(thread: Thread, tree: AgentRoots, spine: readonly Turn[]) {
    for (const node of tree.children) {
      if (node.call) this.#agents.set(node.call.id, append(this.#agents.get(node.call.id), node));
    }
    this.#leaves = new Set(thread.branches.map(({ leaf }) => leaf.entry));
    const last = spine.findLast(({ entries }) => entries.some(isCompactBoundary));
    this.#sentFrom = last?.number ?? 0;
    this.#compacted = last ? compactedSizes(spine) : new Map();
  }

  #push(row: GraphRow, entries: readonly Entry[]): void {
    this.rows.push(row);
    this.entries.push(entries);
  }

  /** Returns the size of the window after it: a turn without a request leaves it as it was. */
  pushTurn(
    turn: Turn,
    before: Turn | undefined,
    sizeBefore: number | undefined,
    { branches, ...where }: TurnPlace,
  ): number | undefined {
    const place = { ...where, turn: turn.number, branch: where.left ? branches[0] : undefined };
    const { calls } = pairToolCalls(turn.entries);
    const id = turnId(turn);
    const [uuid, parentUuid] = turn.prompt ? [uuidOf(turn.prompt), parentUuidOf(turn.prompt)] : [];
    const size = sizeOf(turn);
    const { freed, left } = this.#freedIn(turn);
    const [firstLine, lastLine] = lineRange(turn.entries);
    const line = (turn.prompt ?? turn.entries[0])?.place.line;
    const last = turn.entries.findLast((entry) => uuidOf(entry) !== undefined);
    const lastUuid = last && uuidOf(last);
    const row: GraphTurn = {
      type: 'turn',
      ...placeOf(place),
      branches,
      id,
      prompt: turn.prompt ? oneLine(promptText(turn.prompt).slice(0, 2 * MOST_PROMPT), MOST_PROMPT) : '',
      state: 'live',
      sent: !place.left && turn.number >= this.#sentFrom,
      calls: calls.length,
      failedCalls: calls.filter(({ status }) => status === 'error').length,
      entries: turn.entries.length,
      leaf: turn.entries.some((entry) => this.#leaves.has(entry)),
      ...(before ? { parentId: turnId(before) } : {}),
      ...(uuid === undefined ? {} : { uuid }),
      ...(parentUuid === undefined ? {} : { parentUuid }),
      ...(lastUuid === undefined ? {} : { lastUuid }),
      ...(turn.start === undefined ? {} : { time: turn.start }),
      ...(line === undefined ? {} : { line }),
      ...(size === undefined ? {} : { tokens: size, change: size - (sizeBefore ?? 0) + freed }),
      ...(turn.entries.length === 0 ? {} : { firstLine, lastLine }),
    };
    this.#push(row, turn.entries);
    for (const call of calls) {
      for (const node of this.#agents.get(call.id) ?? [])
        pushAgents((agent, { entries }) => this.#push(agent, entries), node, id, place);
    }
    for (const entry of turn.entries)
      if (isCompactBoundary(entry))
        this.#push(compactionRow(entry, id, place, this.#compacted.get(entry)?.after), [entry]);
    return left ?? size ?? sizeBefore;
  }

  /** What compactions took away while the turn went on, and what one at its end left: both are told in rows of their own. */
  #freedIn(turn: Turn): { readonly freed: number; readonly left: number | undefined } {
    let freed = 0;
    let left: number | undefined;
    for (const entry of turn.entries) {
      const size = this.#compacted.get(entry);
      if (size?.before === undefined) continue;
      if (size.goesOn) freed += size.before - size.after;
      else left = size.after;
    }
    return { freed, left };
  }

  pushStray(segment: Segment, after: Turn): void {
    this.#push(
      this.#strayRow(segment, after),
      segment.nodes.map(({ entry }) => entry),
    );
  }

  #strayRow(segment: Segment, after: Turn): GraphTurn {
    const { entry } = segment.start;
    const [uuid, parentUuid, time] = [uuidOf(entry), parentUuidOf(entry), timeOf(entry)];
    return {
      type: 'turn',
      id: uuid ?? `line-${entry.place.line}`,
      turn: after.number,
      strand: 1,
      left: true,
      branches: [],
      parentId: turnId(after),
      prompt: oneLine(promptText(entry).slice(0, 2 * MOST_PROMPT), MOST_PROMPT),
      state: segment.state,
      sent: false,
      calls: 0,
      failedCalls: 0,
      entries: segment.nodes.length,
      leaf: false,
      line: entry.place.line,
      ...(uuid === undefined ? {} : { uuid }),
      ...(parentUuid === undefined ? {} : { parentUuid }),
      ...(time === undefined ? {} : { time }),
    };
  }
}

function branchLines(
  thread: Thread,
  active: Branch | undefined,
  spine: readonly Turn[],
  { ways }: Ways,
): GraphBranch[] {
  const spineTurns = spine.filter(({ number }) => number > 0).length;
  const wayOf = new Map(ways.map((way) => [way.number, way]));
  return thread.branches.map((branch, i): GraphBranch => {
    const base = { number: i + 1, leaf: branch.leaf.uuid, active: branch === active };
    const way = wayOf.get(i + 1);
    const last = branch === active ? spine.at(-1) : way?.turns.at(-1);
    const size = last && sizeOf(last);
    const tokens = size === undefined ? {} : { tokens: size };
    if (branch === active) return { ...base, strand: 0, turns: spineTurns, own: 0, ...tokens };
    if (!way) return { ...base, strand: 1, turns: branch.prompts, own: 0 };
    const leftAtTurn = spine[way.after]?.number ?? 0;
    return {
      ...base,
      strand: way.strand,
      turns: leftAtTurn + way.turns.length,
      own: way.turns.length,
      leftAtTurn,
      ...tokens,
    };
  });
}

function lineRange(entries: readonly Entry[]): [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { place } of entries) {
    if (place.line < first) first = place.line;
    if (place.line > last) last = place.line;
  }
  return [first, last];
}

function allAgents({ children, unlinked, internal }: AgentRoots): AgentNode[] {
  const all = [...children, ...unlinked, ...internal];
  // The list grows while it is walked: each agent brings its own behind it.
  for (const { children: own } of all) for (const node of own) all.push(node);
  return all;
}
