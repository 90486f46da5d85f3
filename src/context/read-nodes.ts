// Reads the entries that a resuming client links: one node per uuid, with its parent, place in the file and time.
import { append } from '../base/append.ts';
import { type JsonObject, parseObject } from '../base/json.ts';
import { arrayBlocks, isToolResult, isToolUse } from '../log/block.ts';
import { isSidechain, messageOf, parentUuidOf, timeOf, typeOf, uuidOf } from '../log/fields.ts';
import { findObjectEnd } from '../log/find-object-end.ts';
import type { Entry, Line, UnreadableLine } from '../log/line.ts';
import { lineText } from '../log/parse-line.ts';
import type { ClientBehaviour } from './client-behaviour.ts';

export type NodeType = 'user' | 'assistant' | 'system' | 'attachment';

export interface Node {
  readonly entry: Entry;
  readonly uuid: string;
  readonly type: NodeType;
  /** The parent with passed-over entries left out; undefined for a root. It need not be in the file. */
  readonly parent: string | undefined;
  /** The node of that parent; undefined for a root, and where the file lacks it. */
  readonly up: Node | undefined;
  /** Index of the line: file order. No two nodes of a table share it. */
  readonly position: number;
  readonly time: number | undefined;
  readonly sidechain: boolean;
  /** Ids of the calls that its blocks make, and of those that they answer. */
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

export interface LastPrompt {
  readonly leaf: string;
  readonly explicit: boolean;
  readonly position: number;
}

export interface NodeTable {
  /** In file order; of a repeated uuid only the last content stands here [resume R1]. */
  readonly nodes: readonly Node[];
  readonly byUuid: ReadonlyMap<string, Node>;
  readonly lastPrompt: LastPrompt | undefined;
  /** The client fails on a line of this file, wherever the path goes, and resumes nothing. */
  readonly fails: boolean;
  /** What of the file other clients may read in another way. */
  readonly oddities: Oddities;
}

export interface Oddities {
  /** Entries with a uuid that are no nodes: `progress`, and types that no client knows. */
  readonly passed: readonly { readonly uuid: string; readonly progress: boolean }[];
  readonly joinedLine: boolean;
  readonly nullLine: boolean;
  /** A prompt or answer has no message. */
  readonly withoutMessage: boolean;
  /** A uuid may stand in several lines. */
  readonly repeatedUuid: boolean;
}

/** What a person or a model said. */
export function isTalk({ type }: Node): boolean {
  return type === 'user' || type === 'assistant';
}

const LINKED_TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment']);

export function readNodes(lines: readonly Line[], behaviour: ClientBehaviour): NodeTable {
  const byUuid = new Map<string, LazyNode>();
  const passedOver = new Map<string, string | undefined>();
  let lastPrompt: LastPrompt | undefined;
  const passed: { readonly uuid: string; readonly progress: boolean }[] = [];
  let joinedLine = false;
  let nullLine = false;
  let withoutMessage = false;
  let isRepeated = false;
  // Loops over whole files go by number: until V8 has optimised them, an iterator takes longer than most of their work.
  for (let position = 0; position < lines.length; position++) {
    const line = lines[position] as Line;
    if (line.kind === 'unreadable' && line.reason === 'joined') joinedLine = true;
    if (isNullLine(line)) {
      nullLine = true;
      if (behaviour.nullLine === 'ends-reading') break;
    }
    const entry = entryOf(line, behaviour);
    if (!entry) continue;
    const type = typeOf(entry);
    const uuid = uuidOf(entry);
    if (type === 'last-prompt') lastPrompt = lastPromptOf(entry, position) ?? lastPrompt;
    if (uuid === undefined) continue;
    if (LINKED_TYPES.has(type)) {
      const talks = type === 'user' || type === 'assistant';
      if (talks && !messageOf(entry)) {
        withoutMessage = true;
        // Those that fail on it walk over it first.
        if (behaviour.withoutMessage !== 'fails-on-path') continue;
      }
      const earlier = byUuid.get(uuid);
      if (earlier) isRepeated = true;
      const place = behaviour.repeatedUuid === 'first-place' ? earlier?.position : undefined;
      byUuid.set(uuid, new LazyNode(entry, uuid, type as NodeType, place ?? position));
      continue;
    }
    const progress = type === 'progress';
    passed.push({ uuid, progress });
    if ((progress ? behaviour.progress : behaviour.unknownType) === 'bridged')
      passedOver.set(uuid, parentUuidOf(entry));
  }
  const nodes = [...byUuid.values()];
  if (passedOver.size > 0) for (const node of nodes) node.parent = bridge(node.parent, passedOver, byUuid);
  if (isRepeated) nodes.sort((a, b) => a.position - b.position);
  let before: LazyNode | undefined;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as LazyNode;
    node.link(before, byUuid);
    before = node;
  }
  const fails =
    (nullLine && behaviour.nullLine === 'fails') || (withoutMessage && behaviour.withoutMessage === 'fails');
  const oddities = { passed, joinedLine, nullLine, withoutMessage, repeatedUuid: isRepeated };
  return { nodes, byUuid, lastPrompt, fails, oddities };
}

function isNullLine(line: Line): boolean {
  return line.kind === 'unreadable' && line.reason === 'not-an-object' && lineText(line).trim() === 'null';
}

const NO_CALLS: readonly string[] = [];

/** Which nodes of a table a walk has met; by their positions, because a set of objects or uuids takes ten times as long. */
export class NodeMarks {
  readonly #marks: Uint8Array;

  constructor(table: NodeTable, nodes: readonly Node[] = []) {
    this.#marks = new Uint8Array((table.nodes.at(-1)?.position ?? -1) + 1);
    for (let i = 0; i < nodes.length; i++) this.add(nodes[i] as Node);
  }

  add(node: Node): void {
    this.#marks[node.position] = 1;
  }

  has(node: Node): boolean {
    return this.#marks[node.position] === 1;
  }
}

/** Reads its time and its calls when somebody asks: most ways of a client do not look at them, and reading a date is slow. */
class LazyNode implements Node {
  readonly entry: Entry;
  readonly uuid: string;
  readonly type: NodeType;
  parent: string | undefined;
  readonly position: number;
  readonly sidechain: boolean;
  #up: Node | undefined;
  #time: number | undefined;
  #isTimed = false;
  #calls: readonly string[] = NO_CALLS;
  #results: readonly string[] = NO_CALLS;
  #hasCalls = false;

  constructor(entry: Entry, uuid: string, type: NodeType, position: number) {
    this.entry = entry;
    this.uuid = uuid;
    this.type = type;
    this.parent = parentUuidOf(entry);
    this.position = position;
    this.sidechain = isSidechain(entry);
  }

  /** `before` is the node before it in the file, which is mostly its parent: that is told sooner than by looking it up. */
  link(before: Node | undefined, byUuid: ReadonlyMap<string, Node>): void {
    if (this.parent === undefined) return;
    this.#up = before?.uuid === this.parent ? before : byUuid.get(this.parent);
  }

  get up(): Node | undefined {
    return this.#up;
  }

  get calls(): readonly string[] {
    this.#readCalls();
    return this.#calls;
  }

  get results(): readonly string[] {
    this.#readCalls();
    return this.#results;
  }

  #readCalls(): void {
    if (this.#hasCalls) return;
    this.#hasCalls = true;
    let calls: string[] | undefined;
    let results: string[] | undefined;
    const blocks = arrayBlocks(messageOf(this.entry)?.content);
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i] as JsonObject;
      if (isToolUse(block)) calls = append(calls, block.id);
      else if (isToolResult(block)) results = append(results, block.tool_use_id);
    }
    if (calls) this.#calls = calls;
    if (results) this.#results = results;
  }

  get time(): number | undefined {
    if (!this.#isTimed) {
      this.#time = timeOf(this.entry);
      this.#isTimed = true;
    }
    return this.#time;
  }
}

function entryOf(line: Line, behaviour: ClientBehaviour): Entry | undefined {
  if (line.kind === 'entry') {
    const marked = line.place.offset === 0 && line.raw[0] === 0xef;
    return marked && !behaviour.readsMarkedFirstLine ? undefined : line;
  }
  if (line.kind !== 'unreadable' || line.reason !== 'joined' || behaviour.joinedLine === 'lost')
    return undefined;
  const value = firstObject(line);
  return value && { kind: 'entry', place: line.place, raw: line.raw, terminated: line.terminated, value };
}

// Of objects joined on one line the client reads the first, if the line starts with it: behind a torn half it reads none.
function firstObject(line: UnreadableLine): JsonObject | undefined {
  const text = lineText(line);
  const start = text.search(/\S/);
  const end = text[start] === '{' ? findObjectEnd(text, start) : -1;
  if (end < 0) return undefined;
  return parseObject(text.slice(start, end));
}

function lastPromptOf(entry: Entry, position: number): LastPrompt | undefined {
  const leaf = entry.value.leafUuid;
  return typeof leaf === 'string' ? { leaf, explicit: entry.value.explicit === true, position } : undefined;
}

function bridge(
  parent: string | undefined,
  passedOver: Map<string, string | undefined>,
  linked: ReadonlyMap<string, unknown>,
): string | undefined {
  const walked = new Set<string>();
  let at = parent;
  while (at !== undefined && passedOver.has(at) && !linked.has(at) && !walked.has(at)) {
    walked.add(at);
    at = passedOver.get(at);
  }
  // Thousands of progress entries may hang on one another: the next walk over them takes one step.
  for (const uuid of walked) passedOver.set(uuid, at);
  return at;
}
