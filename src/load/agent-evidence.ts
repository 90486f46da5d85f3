// Picks out of a main file's entries those that can tell which call started which agent, so that the rest need not be held.
import { isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { arrayBlocks } from '../log/block.ts';
import { isSidechain } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { isAgentTool } from '../session/tool-view/view-agent-call.ts';
import type { OpenAgent } from './open-session.ts';

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** `linkAgents` finds the same links in `entries` as in all that were shown. */
export class AgentEvidence {
  readonly entries: Entry[] = [];
  /** The calls among them. */
  readonly calls: Set<string> = new Set();
  readonly #named: ReadonlySet<string>;
  readonly #files: ReadonlySet<string>;
  /** Agents of which progress was seen, and those whose prompt was. */
  readonly #seen = new Set<string>();
  readonly #prompted = new Set<string>();

  constructor(agents: readonly OpenAgent[]) {
    this.#named = new Set(agents.flatMap(({ meta }) => stringField(meta, 'toolUseId') ?? []));
    this.#files = new Set(agents.map(({ agentId }) => agentId));
  }

  /** No call may have its use and its result in two chapters. */
  note(chapter: readonly Entry[]): void {
    if (this.#files.size === 0) return;
    const wanted = this.#wantedCalls(chapter);
    for (const entry of chapter) {
      if (!isSidechain(entry) && !this.#isProgress(entry, wanted) && !this.#holdsCall(entry.value, wanted))
        continue;
      this.entries.push({ ...entry, raw: NO_BYTES });
      for (const id of idsIn(entry.value)) this.calls.add(id);
    }
  }

  #wantedCalls(chapter: readonly Entry[]): Set<string> {
    const wanted = new Set<string>();
    for (const { value } of chapter) {
      const inner = objectField(objectField(value, 'data'), 'message');
      for (const one of inner ? [value, inner] : [value]) addWanted(one, wanted);
      if (value.type !== 'progress') continue;
      for (const name of ['parentToolUseID', 'toolUseID']) wanted.add(stringField(value, name) ?? '');
    }
    return wanted;
  }

  #holdsCall(value: JsonObject, wanted: ReadonlySet<string>): boolean {
    return idsIn(value).some((id) => wanted.has(id) || this.#named.has(id));
  }

  // Of an agent that has a file, its progress tells no more than whose call it was.
  #isProgress({ value }: Entry, wanted: ReadonlySet<string>): boolean {
    const data = value.type === 'progress' ? objectField(value, 'data') : undefined;
    const agentId = stringField(data, 'agentId');
    if (data?.type !== 'agent_progress' || agentId === undefined) return false;
    const isFirst = !this.#seen.has(agentId);
    this.#seen.add(agentId);
    const message = objectField(data, 'message');
    if (isFirst || this.#files.has(agentId) || !message) return isFirst;
    const isPrompt = message.type === 'user' && !this.#prompted.has(agentId);
    if (isPrompt) this.#prompted.add(agentId);
    return isPrompt || this.#holdsCall(message, wanted);
  }
}

function blocksIn(value: JsonObject): readonly JsonObject[] {
  const { message } = value;
  return isObject(message) ? arrayBlocks(message.content) : [];
}

function idsIn(value: JsonObject): string[] {
  return blocksIn(value).flatMap(
    (block) => stringField(block, block.type === 'tool_result' ? 'tool_use_id' : 'id') ?? [],
  );
}

// Calls of the agent tools, and whatever has a result that names an agent or a run.
function addWanted(value: JsonObject, wanted: Set<string>): void {
  const result = objectField(value, 'toolUseResult');
  const names =
    result && ['agentId', 'agent_id', 'runId', 'run_id'].some((name) => typeof result[name] === 'string');
  for (const block of blocksIn(value)) {
    const isCall = block.type === 'tool_use' && typeof block.name === 'string' && isAgentTool(block.name);
    if (isCall && typeof block.id === 'string') wanted.add(block.id);
    if (names && block.type === 'tool_result' && typeof block.tool_use_id === 'string')
      wanted.add(block.tool_use_id);
  }
}
