// Replaces the secrets of a text by markers that tell their kind.
import { findSecrets } from './find-secrets.ts';
import type { Finding } from './finding.ts';

export interface MaskedText {
  readonly text: string;
  /** The findings, with indices into the text as it was. */
  readonly found: readonly Finding[];
}

/** The same text object where there is nothing to mask. */
export function maskSecrets(text: string): MaskedText {
  const found = findSecrets(text);
  return { text: replaceFindings(text, found), found };
}

/** For snippets and rows: only the text. */
export function maskForDisplay(text: string): string {
  return maskSecrets(text).text;
}

export function markerOf(kind: string): string {
  return `[redacted:${kind}]`;
}

export function replaceFindings(text: string, found: readonly Finding[]): string {
  if (found.length === 0) return text;
  let out = '';
  let at = 0;
  for (const { kind, start, end } of found) {
    out += text.slice(at, start) + markerOf(kind);
    at = end;
  }
  return out + text.slice(at);
}
