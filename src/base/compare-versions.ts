// Versions: which comes first (2.0.9 before 2.0.10), and a range of them in words.

/** By number, below zero when `a` is older; only versions with the same numbers go by their letters. */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return a < b ? -1 : 1;
}

/** `2.0.9–2.1.5`; one where both are the same, empty where there is none. */
export function formatVersions(first: string | null, last: string | null): string {
  if (first === null || last === null) return '';
  return first === last ? first : `${first}–${last}`;
}

// Each attachment of a session is compared with several versions, and most name the same few.
const numbers: Map<string, readonly number[]> = new Map();
const MOST_VERSIONS = 1000;

function numbersOf(version: string): readonly number[] {
  const known = numbers.get(version);
  if (known) return known;
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  if (numbers.size < MOST_VERSIONS) numbers.set(version, parts);
  return parts;
}
