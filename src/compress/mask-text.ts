// Hides the secrets of a text before it is sent, and puts them back where the answer kept their placeholders.
import { findSecrets } from '../secrets/find-secrets.ts';

export interface MaskedText {
  readonly text: string;
  /** The secrets by their placeholders; empty where there are none. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Numbered in order of appearance: the same text gives the same placeholders, and they tell nothing of what they hide. */
export function maskText(text: string): MaskedText {
  const secrets = new Map<string, string>();
  const placeholders = new Map<string, string>();
  let masked = '';
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    const secret = text.slice(start, end);
    let placeholder = placeholders.get(secret);
    if (placeholder === undefined) {
      placeholder = freeName(text, placeholders.size + 1);
      placeholders.set(secret, placeholder);
      secrets.set(placeholder, secret);
    }
    masked += text.slice(at, start) + placeholder;
    at = end;
  }
  return { text: masked + text.slice(at), secrets };
}

export function unmaskText(text: string, secrets: ReadonlyMap<string, string>): string {
  if (secrets.size === 0) return text;
  return text.replace(/\[\[SECRET_\d+_*\]\]/g, (placeholder) => secrets.get(placeholder) ?? placeholder);
}

// A text that speaks of such a placeholder must not be given a secret in its place.
function freeName(text: string, number: number): string {
  let name = `[[SECRET_${number}]]`;
  while (text.includes(name)) name = `${name.slice(0, -2)}_]]`;
  return name;
}
