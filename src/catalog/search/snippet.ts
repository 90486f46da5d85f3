// Cuts the place of a hit out of a text: one line without control characters, secrets masked, and what to mark in it.
import { stripToLine } from '../../base/strip-controls.ts';
import { wholeAt } from '../../base/text-start.ts';
import { findSecrets } from '../../secrets/find-secrets.ts';
import { markerOf } from '../../secrets/mask-secrets.ts';

export interface Snippet {
  readonly snippet: string;
  /** Pairs of start and end in `snippet`. */
  readonly marks: readonly (readonly [number, number])[];
}

export type Span = readonly [start: number, end: number];

const BEFORE = 60;
const LENGTH = 200;
/** A secret that begins before the window must still be known as one. */
const AROUND = 2000;

// Private characters stand for the edges of marks while the text around them is cleaned and masked.
const OPEN = '\ue0f0';
const CLOSE = '\ue0f1';
const EDGES = /[\ue0f0\ue0f1]/g;

/** `spans` are the hits in the text, in order and apart; the window is laid where most of the words meet. */
export function makeSnippet(text: string, spans: readonly Span[]): Snippet {
  const best = bestSpan(text, spans);
  const first = spans[best]?.[0] ?? 0;
  const from = wholeAt(text, Math.max(0, first - AROUND));
  const to = wholeAt(text, Math.min(text.length, first + AROUND));
  const wide = text.slice(from, to).replace(EDGES, ' ');
  const inside = spans
    .filter(([start, end]) => start >= from && start < to && end > start)
    .map(([start, end]): Span => [start - from, end - from]);
  const line = stripToLine(markAndMask(wide, inside));
  return cutWindow(line, from > 0, to < text.length);
}

const MAX_SPANS = 2000;

/** The hit from which on most different words stand within one window; the first of equals. */
function bestSpan(text: string, spans: readonly Span[]): number {
  const words = spans.slice(0, MAX_SPANS).map(([start, end]) => text.slice(start, end).toLowerCase());
  const inside = new Map<string, number>();
  let best = 0;
  let most = 0;
  let to = 0;
  for (const [from, word] of words.entries()) {
    const start = (spans[from] as Span)[0];
    for (; to < words.length && (spans[to] as Span)[1] - start < LENGTH - BEFORE; to++) {
      inside.set(words[to] as string, (inside.get(words[to] as string) ?? 0) + 1);
    }
    if (inside.size > most) [most, best] = [inside.size, from];
    const left = (inside.get(word) ?? 0) - 1;
    if (left > 0) inside.set(word, left);
    else inside.delete(word);
    if (to <= from) to = from + 1;
  }
  return best;
}

function markAndMask(text: string, spans: readonly Span[]): string {
  const secrets = findSecrets(text);
  let marked = '';
  let at = 0;
  let next = 0;
  // Secrets go as a whole, together with the marks that begin in them.
  for (const { kind, start, end } of [...secrets, { kind: '', start: text.length, end: text.length }]) {
    for (let span = spans[next]; span && span[0] < start; span = spans[++next]) {
      const stop = Math.min(span[1], start);
      marked += `${text.slice(at, span[0])}${OPEN}${text.slice(span[0], stop)}${CLOSE}`;
      at = stop;
    }
    marked += text.slice(at, start);
    if (kind !== '') marked += markerOf(kind);
    at = end;
    while (spans[next] && (spans[next] as Span)[0] < end) next++;
  }
  return marked;
}

/** Begins and ends at a word where there is one near; the edges of the marks become places. */
function cutWindow(line: string, more: boolean, moreBehind: boolean): Snippet {
  const hit = Math.max(0, line.indexOf(OPEN));
  let start = Math.max(0, hit - BEFORE);
  if (start > 0) {
    const space = line.indexOf(' ', start);
    if (space >= 0 && space < hit) start = space + 1;
  }
  let end = Math.min(line.length, start + LENGTH);
  if (end < line.length) {
    const space = line.lastIndexOf(' ', end);
    if (space > hit + 1) end = space;
  }
  const cut = line.slice(wholeAt(line, start), wholeAt(line, end));
  const open = line.lastIndexOf(OPEN, start) > line.lastIndexOf(CLOSE, start) && start > 0 ? OPEN : '';
  return takeMarks(
    `${start > 0 || more ? '…' : ''}${open}${cut}`,
    end < line.length || moreBehind ? '…' : '',
  );
}

function takeMarks(marked: string, behind: string): Snippet {
  const marks: Span[] = [];
  let snippet = '';
  let opened: number | undefined;
  for (const piece of marked.split(/([\ue0f0\ue0f1])/)) {
    if (piece === OPEN) opened = snippet.length;
    else if (piece === CLOSE) {
      if (opened !== undefined && opened < snippet.length) marks.push([opened, snippet.length]);
      opened = undefined;
    } else snippet += piece;
  }
  if (opened !== undefined && opened < snippet.length) marks.push([opened, snippet.length]);
  return { snippet: snippet + behind, marks };
}
