// Versions: which comes first (2.0.9 before 2.0.10), and a range of them in words.

export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const left = a.split('.');
  const right = b.split('.');
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = Number.parseInt(left[i] ?? '0', 10) - Number.parseInt(right[i] ?? '0', 10);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return a < b ? -1 : 1;
}

/** `2.0.9–2.1.5`; one where both are the same, empty where there is none. */
export function formatVersions(first: string | null, last: string | null): string {
  if (first === null || last === null) return '';
  return first === last ? first : `${first}–${last}`;
}
