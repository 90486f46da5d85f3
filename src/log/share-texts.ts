// Lets lines that repeat a text hold it once: ids, folders and versions stand on every line, and what is held once is moved once.
import type { Json, JsonObject } from '../base/json.ts';

export class TextSharer {
  #sessionId: Json | undefined;
  #cwd: Json | undefined;
  #gitBranch: Json | undefined;
  #uuid: Json | undefined;
  #requestId: Json | undefined;
  #promptId: Json | undefined;
  share(value: JsonObject): void {
    const entry = value as Record<string, Json | undefined>;
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
    if (entry.requestId !== undefined) {
      if (entry.requestId === this.#requestId) entry.requestId = this.#requestId;
      else this.#requestId = entry.requestId;
    }
    if (entry.promptId !== undefined) {
      if (entry.promptId === this.#promptId) entry.promptId = this.#promptId;
      else this.#promptId = entry.promptId;
    }
    if (entry.parentUuid !== undefined && entry.parentUuid === this.#uuid) {
      entry.parentUuid = this.#uuid;
      if (entry.sourceToolAssistantUUID === this.#uuid) entry.sourceToolAssistantUUID = this.#uuid;
    }
    if (entry.uuid !== undefined) this.#uuid = entry.uuid;
  }
}
