// Reads the entries that a resuming client links: one node per uuid, with its parent, place in the file and time.
import { type JsonObject, parseObject } from '../base/json.ts';
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
  /** Index of the line: file order. */
  readonly position: number;
  readonly time: number | undefined;
  readonly sidechain: boolean;
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
}

export const LINKED_TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment']);

export function readNodes(lines: readonly Line[], behaviour: ClientBehaviour): NodeTable {
  const byUuid = new Map<string, TimedNode>();
  const passedOver = new Map<string, string | undefined>();
  let lastPrompt: LastPrompt | undefined;
  let isRepeated = false;
  let position = -1;
  for (const line of lines) {
    position++;
    const entry = entryOf(line, behaviour);
    if (!entry) continue;
    const type = typeOf(entry);
    const uuid = uuidOf(entry);
    if (type === 'last-prompt') lastPrompt = lastPromptOf(entry, position) ?? lastPrompt;
    if (uuid === undefined) continue;
    if (LINKED_TYPES.has(type)) {
      const talks = type === 'user' || type === 'assistant';
      if (talks && !messageOf(entry)) continue;
      const earlier = byUuid.get(uuid);
      if (earlier) isRepeated = true;
      const place = behaviour.repeatedUuid === 'first-place' ? earlier?.position : undefined;
      byUuid.set(uuid, new TimedNode(entry, uuid, type as NodeType, place ?? position));
    } else if ((type === 'progress' ? behaviour.progress : behaviour.unknownType) === 'bridged') {
      passedOver.set(uuid, parentUuidOf(entry));
    }
  }
  const nodes = [...byUuid.values()];
  if (passedOver.size > 0) for (const node of nodes) node.parent = bridge(node.parent, passedOver, byUuid);
  if (isRepeated) nodes.sort((a, b) => a.position - b.position);
  return { nodes, byUuid, lastPrompt };
}

/** Reads its time when somebody asks: most ways of a client do not look at it, and reading a date is slow. */
class TimedNode implements Node {
  readonly entry: Entry;
  readonly uuid: string;
  readonly type: NodeType;
  parent: string | undefined;
  readonly position: number;
  readonly sidechain: boolean;
  #time: number | undefined;
  #isTimed = false;

  constructor(entry: Entry, uuid: string, type: NodeType, position: number) {
    this.entry = entry;
    this.uuid = uuid;
    this.type = type;
    this.parent = parentUuidOf(entry);
    this.position = position;
    this.sidechain = isSidechain(entry);
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
