// Turns as people write them: `3-9, 12`. Kept as ranges, for a session may have thousands.

export interface TurnSpan {
  readonly from: number;
  readonly to: number;
}

/** Undefined for what cannot be read; an empty text is no turn at all. */
export function parseTurns(text: string, last: number): readonly TurnSpan[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const spans: TurnSpan[] = [];
  for (const word of words) {
    const match = /^(\d{1,9})(?:(?:-|–|\.\.)(\d{1,9})?)?$/.exec(word);
    if (!match) return undefined;
    const from = Number(match[1]);
    const isOpen = /[-–.]$/.test(word);
    const to = match[2] === undefined ? (isOpen ? last : from) : Number(match[2]);
    if (from < 1 || to < from) return undefined;
    spans.push({ from, to });
  }
  return mergeSpans(spans);
}

export function formatTurns(spans: readonly TurnSpan[]): string {
  return spans.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

export function hasTurn(spans: readonly TurnSpan[], turn: number): boolean {
  return spans.some(({ from, to }) => turn >= from && turn <= to);
}

export function addTurns(spans: readonly TurnSpan[], span: TurnSpan): readonly TurnSpan[] {
  return mergeSpans([...spans, span]);
}

export function withoutTurns(spans: readonly TurnSpan[], { from, to }: TurnSpan): readonly TurnSpan[] {
  return spans
    .flatMap((one) => [
      { from: one.from, to: Math.min(one.to, from - 1) },
      { from: Math.max(one.from, to + 1), to: one.to },
    ])
    .filter((one) => one.from <= one.to);
}

export function countTurns(spans: readonly TurnSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

function mergeSpans(spans: readonly TurnSpan[]): readonly TurnSpan[] {
  const merged: TurnSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const before = merged.at(-1);
    if (before && span.from <= before.to + 1) {
      merged[merged.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
    } else merged.push(span);
  }
  return merged;
}
