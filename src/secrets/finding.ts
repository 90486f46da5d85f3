// What a finding is: a secret's kind and place in a text, and how it is shown without being told.

export interface Finding {
  /** Kebab-case, such as `github-token`. */
  readonly kind: string;
  /** Indices into the text that was searched; `end` is just past the secret. */
  readonly start: number;
  readonly end: number;
  /** Enough to recognise it by, never enough to use it. */
  readonly masked: string;
}

export function makeFinding(text: string, kind: string, start: number, end: number): Finding {
  return { kind, start, end, masked: maskValue(text.slice(start, end)) };
}

/** The beginning of a long secret, which names its kind, and its length; of a short one only the length. */
function maskValue(secret: string): string {
  const shown = secret.length >= 20 && !secret.startsWith('-----') ? secret.slice(0, 4) : '';
  return `${shown}… (${secret.length} characters)`;
}
