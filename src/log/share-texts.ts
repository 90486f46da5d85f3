// Lets lines that repeat a text hold it once: ids, folders and models stand on every line, and what is held once is moved,
// hashed and compared once.
import { isObject, type Json, type JsonObject } from '../base/json.ts';

type Draft = Record<string, Json | undefined>;

/** For one file: a line repeats what the lines right before it said. Values stay equal; only their memory is shared. */
export class TextSharer {
  readonly #sessionId = new Last();
  readonly #cwd = new Last();
  readonly #gitBranch = new Last();
  readonly #promptId = new Last();
  readonly #requestId = new Last();
  readonly #messageId = new Last();
  readonly #model = new Last();
  #uuid: Json | undefined;

  /** Shares the texts of an entry that was just parsed, and that nobody else holds. */
  share(value: JsonObject): void {
    const entry = value as Draft;
    // Field by field: to hand a field's name on takes an engine longer than all of this.
    if (entry.sessionId !== undefined) entry.sessionId = this.#sessionId.or(entry.sessionId);
    if (entry.cwd !== undefined) entry.cwd = this.#cwd.or(entry.cwd);
    if (entry.gitBranch !== undefined) entry.gitBranch = this.#gitBranch.or(entry.gitBranch);
    if (entry.promptId !== undefined) entry.promptId = this.#promptId.or(entry.promptId);
    if (entry.requestId !== undefined) entry.requestId = this.#requestId.or(entry.requestId);
    // Most lines hang on the one before them.
    const { parentUuid, sourceToolAssistantUUID } = entry;
    if (parentUuid !== undefined && parentUuid === this.#uuid) entry.parentUuid = this.#uuid;
    if (sourceToolAssistantUUID !== undefined && sourceToolAssistantUUID === this.#uuid)
      entry.sourceToolAssistantUUID = this.#uuid;
    if (entry.uuid !== undefined) this.#uuid = entry.uuid;
    if (entry.type === 'assistant' && isObject(entry.message)) this.#shareAnswer(entry.message as Draft);
  }

  #shareAnswer(message: Draft): void {
    if (message.id !== undefined) message.id = this.#messageId.or(message.id);
    if (message.model !== undefined) message.model = this.#model.or(message.model);
  }
}

/** What a field last said. */
class Last {
  #value: Json | undefined;

  /** That, where it is the same. */
  or(value: Json): Json {
    if (this.#value !== undefined && value === this.#value) return this.#value;
    this.#value = value;
    return value;
  }
}
