// The difference between two versions of a file: as hunks, and as a unified patch.
import { formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

export interface DiffSide {
  readonly label: string;
  /** Null where there was no file. */
  readonly content: string | null;
}

/** Comparing takes the square of what differs: where more lines do, all of them count as changed. */
const MOST_CHANGED = 5000;

/** None where the contents are the same. */
export function diffHunks(before: string, after: string): StructuredPatchHunk[] {
  if (changedAtLeast(before, after) > MOST_CHANGED) return [wholeHunk(before, after)];
  const options = { context: 3, maxEditLength: MOST_CHANGED };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  return patch ? patch.hunks : [wholeHunk(before, after)];
}

/** Empty where the contents are the same. */
export function diffVersions(name: string, a: DiffSide, b: DiffSide): string {
  if (a.content === b.content) return '';
  const patch = formatPatch({
    oldFileName: a.content === null ? '/dev/null' : `a/${name}`,
    newFileName: b.content === null ? '/dev/null' : `b/${name}`,
    oldHeader: a.label,
    newHeader: b.label,
    hunks: diffHunks(a.content ?? '', b.content ?? ''),
  });
  return patch.replace(/^=+\n/, '');
}

/** Lines that only one side has must go or come, wherever they stand: a count that needs no comparing. */
function changedAtLeast(before: string, after: string): number {
  const surplus = new Map<string, number>();
  for (const line of linesOf(before)) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of linesOf(after)) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  let changed = 0;
  for (const count of surplus.values()) changed += Math.abs(count);
  return changed;
}

function wholeHunk(before: string, after: string): StructuredPatchHunk {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  return {
    oldStart: 1,
    oldLines: old.length,
    newStart: 1,
    newLines: fresh.length,
    lines: [...signed(old, '-', before), ...signed(fresh, '+', after)],
  };
}

function linesOf(text: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .slice(text === '' ? 1 : 0);
}

function signed(lines: readonly string[], sign: string, text: string): string[] {
  const open = text !== '' && !text.endsWith('\n');
  return [...lines.map((line) => sign + line), ...(open ? ['\\ No newline at end of file'] : [])];
}
