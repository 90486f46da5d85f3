// The one error that means "we cannot do what was asked": a sentence for a person, and what to do about it.

/** What clew cannot or will not do, in one sentence with a hint; thrown, never used for bad data. */
export class Refusal extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  /** `code` is for programs (kebab-case), `message` a full sentence, `hint` the next step if there is one. */
  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.hint = hint;
  }
}
