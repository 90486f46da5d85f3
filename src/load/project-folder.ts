// Finds the folder that the client must be started in to see a session.
import { dirname } from 'node:path';
import { slugOf, wholeSlugOf } from '../disk/slug.ts';
import type { Entry } from '../log/line.ts';

/** The client looks for a session in the folder of its working directory [F1]: of all that the lines name, the one whose folder this is. */
export class ProjectFolder {
  readonly #slug: string | undefined;
  #first: string | undefined;
  #own: string | undefined;

  constructor(sessionFile: string) {
    this.#slug = dirname(sessionFile).split(/[/\\]/).at(-1);
  }

  note(entries: readonly Entry[]): void {
    let last = '';
    for (const { value } of entries) {
      const { cwd } = value;
      if (this.#own !== undefined) return;
      if (typeof cwd !== 'string' || cwd === last) continue;
      last = cwd;
      this.#first ??= cwd;
      if (slugOf(cwd) === this.#slug || wholeSlugOf(cwd) === this.#slug) this.#own = cwd;
    }
  }

  /** Undefined where no line tells. */
  get path(): string | undefined {
    return this.#own ?? this.#first;
  }
}
