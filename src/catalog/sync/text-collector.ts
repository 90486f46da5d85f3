// Turns the lines of a file into rows of the index, remembering across lines which call a result answers and what time it is.
import { stringField } from '../../base/json.ts';
import { entryBlocks, isToolUse } from '../../log/block.ts';
import { modelOf, timeOf } from '../../log/fields.ts';
import type { Entry, Line } from '../../log/line.ts';
import { entriesOf, extractTexts, TEXT_KINDS, TEXT_ROLES } from '../extract-texts.ts';
import type { DocRow, TextState } from './read-job.ts';

/** A file may leave calls open without end; the oldest are let go. */
const MAX_OPEN_CALLS = 1000;

export class TextCollector {
  readonly #calls: Map<string, string>;
  readonly #agentId: string | undefined;
  #time: number | undefined;
  #docs: DocRow[] = [];
  #characters = 0;

  constructor(state: TextState, agentId: string | undefined) {
    this.#calls = new Map(state.openCalls);
    this.#time = state.lastTime;
    this.#agentId = agentId;
  }

  get characters(): number {
    return this.#characters;
  }

  add(line: Line): void {
    if (line.kind === 'entry') this.#time = timeOf(line) ?? this.#time;
    const { place } = line;
    // Before their texts: a call without any input has none, and is answered all the same.
    for (const entry of entriesOf(line))
      for (const block of entryBlocks(entry))
        if (isToolUse(block)) this.#open(block.id, stringField(block, 'name') ?? '');
    const answered = new Map<string, string | undefined>();
    for (const [part, { kind, role, text, entry, tool, callId }] of extractTexts(line).entries()) {
      const result = kind === 'tool-result' && callId !== undefined;
      // A long result is several texts.
      if (result && !answered.has(callId)) answered.set(callId, this.#close(callId));
      this.#docs.push({
        line: place.line,
        part,
        offset: place.offset,
        length: place.length,
        kind: TEXT_KINDS.indexOf(kind),
        role: TEXT_ROLES.indexOf(role),
        tool: result ? answered.get(callId) : tool,
        model: modelOf(entry),
        branch: stringField(entry.value, 'gitBranch') || undefined,
        agent: this.#agentId ?? agentInside(entry),
        time: timeOf(entry) ?? this.#time,
        text,
      });
      this.#characters += text.length;
    }
  }

  /** The rows since the last time. */
  take(): DocRow[] {
    const docs = this.#docs;
    this.#docs = [];
    this.#characters = 0;
    return docs;
  }

  state(): TextState {
    return { openCalls: [...this.#calls], lastTime: this.#time };
  }

  #open(id: string, tool: string): void {
    this.#calls.delete(id);
    this.#calls.set(id, tool);
    if (this.#calls.size > MAX_OPEN_CALLS) this.#calls.delete(this.#calls.keys().next().value as string);
  }

  // A result that is logged again [T1] has no call any more, whether the file is read at once or bit by bit.
  #close(id: string): string | undefined {
    const tool = this.#calls.get(id);
    this.#calls.delete(id);
    return tool;
  }
}

/** Agents inside a main file [F2] have no name of their own. */
const NAMELESS_AGENT = 'sidechain';

/** The agent whose entry it is, in a main file. */
export function agentInside({ value }: Entry): string | undefined {
  if (value.isSidechain !== true) return undefined;
  return stringField(value, 'agentId') || NAMELESS_AGENT;
}
