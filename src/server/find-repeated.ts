// Finds what was asked for again and again at the greatest cost: one file, or the same call word for word.
import type { FillItem } from '../context/tokens/fill-tree.ts';
import type { ContextAnswer } from './api.ts';

/** Fewer are no habit. */
const LEAST = 3;
/** Whichever part of a file was read, and whatever was written into it: it is the file that comes up again. */
const OF_FILES: ReadonlySet<string> = new Set(['Read', 'Edit', 'MultiEdit', 'Write']);

interface Call {
  readonly tool: string;
  readonly summary: string;
  readonly lines: Set<number>;
  tokens: number;
}

export function findRepeated(items: readonly FillItem[]): ContextAnswer['findings']['repeated'] {
  const calls = new Map<string, Call>();
  for (const { kind, tool, file, label, line, tokens } of items) {
    if (tool === undefined || label === undefined) continue;
    const summary = file !== undefined && OF_FILES.has(tool) ? `${tool} ${file}` : label;
    const key = `${tool} ${summary}`;
    const call: Call = calls.get(key) ?? { tool, summary, lines: new Set(), tokens: 0 };
    calls.set(key, call);
    call.tokens += tokens;
    if (kind === 'tool-result' && line !== undefined) call.lines.add(line);
  }
  const often = [...calls.values()]
    .filter(({ lines }) => lines.size >= LEAST)
    .sort((a, b) => b.tokens - a.tokens)[0];
  return often && { tool: often.tool, summary: often.summary, count: often.lines.size, tokens: often.tokens };
}
