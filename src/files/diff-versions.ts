// The difference between two versions of a file, as a unified patch.
import { createTwoFilesPatch } from 'diff';

export interface DiffSide {
  readonly label: string;
  /** Null where there was no file. */
  readonly content: string | null;
}

/** Empty where the contents are the same. */
export function diffVersions(name: string, a: DiffSide, b: DiffSide): string {
  if (a.content === b.content) return '';
  const from = a.content === null ? '/dev/null' : `a/${name}`;
  const to = b.content === null ? '/dev/null' : `b/${name}`;
  const patch = createTwoFilesPatch(from, to, a.content ?? '', b.content ?? '', a.label, b.label, {
    context: 3,
  });
  return patch.replace(/^=+\n/, '');
}
