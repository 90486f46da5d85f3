// Lets lines that repeat a text hold it once: ids, folders and models stand on every line, and what is held once is moved,
// hashed and compared once.
import type { Json, JsonObject } from '../base/json.ts';

type Draft = Record<string, Json | undefined>;

/** For one file: a line repeats what the lines right before it said. Values stay equal; only their memory is shared. */
export class TextSharer {
  #sessionId: Json | undefined;
  #cwd: Json | undefined;
  #gitBranch: Json | undefined;
  #promptId: Json | undefined;
  #requestId: Json | undefined;
  #uuid: Json | undefined;
  #messageId: Json | undefined;
  #model: Json | undefined;

  /** Shares the texts of an entry that was just parsed, and that nobody else holds. */
  share(value: JsonObject): void {
    const entry = value as Draft;
    // Field by field: to hand a field's name on takes an engine longer than all of this.
    if (entry.sessionId === this.#sessionId) entry.sessionId = this.#sessionId;
    else this.#sessionId = entry.sessionId;
    if (entry.cwd !== undefined) {
      if (entry.cwd === this.#cwd) entry.cwd = this.#cwd;
      else this.#cwd = entry.cwd;
    }
    if (entry.gitBranch !== undefined) {
      if (entry.gitBranch === this.#gitBranch) entry.gitBranch = this.#gitBranch;
      else this.#gitBranch = entry.gitBranch;
    }
    if (entry.promptId !== undefined) {
      if (entry.promptId === this.#promptId) entry.promptId = this.#promptId;
      else this.#promptId = entry.promptId;
    }
    if (entry.parentUuid !== undefined && entry.parentUuid === this.#uuid) entry.parentUuid = this.#uuid;
    if (entry.sourceToolAssistantUUID !== undefined && entry.sourceToolAssistantUUID === this.#uuid)
      entry.sourceToolAssistantUUID = this.#uuid;
    if (entry.uuid !== undefined) this.#uuid = entry.uuid;
    if (entry.requestId !== undefined) {
      if (entry.requestId === this.#requestId) entry.requestId = this.#requestId;
      else this.#requestId = entry.requestId;
    }
    if (entry.type === 'assistant') this.#shareAnswer(entry.message as Draft | null | undefined);
  }

  // `message` may be anything: of what is no object, no field is one of these texts.
  #shareAnswer(message: Draft | null | undefined): void {
    if (typeof message !== 'object' || message === null) return;
    if (message.id !== undefined) {
      if (message.id === this.#messageId) message.id = this.#messageId;
      else this.#messageId = message.id;
    }
    if (message.model !== undefined) {
      if (message.model === this.#model) message.model = this.#model;
      else this.#model = message.model;
    }
  }
}
