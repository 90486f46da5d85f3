// Writes the entries of one thread (the main one or an agent's) with the envelope and key order of its era.
import type { Json, JsonObject } from '../base/json.ts';
import type { SessionWriter } from './session-writer.ts';
import { TokenMeter } from './token-meter.ts';

export interface ThreadOptions {
  /** Tokens of the system prompt and tools. */
  readonly base: number;
  readonly cache: '5m' | '1h';
  readonly agentId?: string;
  readonly sidechain?: boolean;
  /** Lines to write into: an agent of the oldest clients shares its session's file. */
  readonly lines?: string[];
}

export interface LinkOptions {
  /** Another parent than the thread's tip. */
  readonly parent?: string | null;
  readonly logicalParent?: string;
  /** A side branch: the next entry does not hang on it. */
  readonly aside?: boolean;
  readonly uuid?: string;
  readonly timestamp?: string;
}

export class ThreadWriter {
  readonly session: SessionWriter;
  readonly lines: string[];
  readonly meter: TokenMeter;
  readonly agentId: string | undefined;
  readonly sidechain: boolean;
  bytes = 0;
  tip: string | null = null;

  constructor(session: SessionWriter, options: ThreadOptions) {
    this.session = session;
    this.lines = options.lines ?? [];
    this.meter = new TokenMeter(options.base, options.cache);
    this.agentId = options.agentId;
    this.sidechain = options.sidechain === true;
  }

  /** Writes a linked entry and makes it the tip. `body` gives the entry's own keys in their order. */
  link(body: (uuid: string, timestamp: string) => JsonObject, options: LinkOptions = {}): string {
    const { session } = this;
    const uuid = options.uuid ?? session.random.uuid();
    const parent = options.parent === undefined ? this.tip : options.parent;
    const own = body(uuid, options.timestamp ?? session.timestamp());
    const { promptId, ...rest } = own;
    const around = this.#envelope();
    const entry: JsonObject = {
      parentUuid: parent,
      ...(options.logicalParent ? { logicalParentUuid: options.logicalParent } : {}),
      isSidechain: this.sidechain,
      ...(session.era.envelope === 'before'
        ? { ...around, ...rest }
        : { ...present({ promptId, agentId: this.agentId }), ...rest, ...around }),
    };
    this.#write(entry);
    if (options.aside !== true) this.tip = uuid;
    return uuid;
  }

  /** Writes an entry that is not part of the chain [G1]. */
  beside(entry: JsonObject): void {
    this.#write(entry);
  }

  text(): string {
    return this.lines.length === 0 ? '' : `${this.lines.join('\n')}\n`;
  }

  #write(entry: JsonObject): void {
    const line = JSON.stringify(entry);
    this.bytes += line.length + 1;
    this.lines.push(line);
  }

  #envelope(): JsonObject {
    const { session } = this;
    const common = {
      cwd: session.cwd,
      sessionId: session.id,
      version: session.era.version,
      ...(session.has('gitBranch') ? { gitBranch: session.branch } : {}),
    };
    const slug = session.has('slug') ? { slug: session.slug } : {};
    if (session.era.envelope === 'before') {
      return { userType: 'external', ...common, ...present({ agentId: this.agentId }), ...slug };
    }
    const entrypoint = session.has('entrypoint') ? { entrypoint: 'cli' } : {};
    return { userType: 'external', ...entrypoint, ...common, ...slug };
  }
}

/** The object without its undefined keys. */
export function present(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
