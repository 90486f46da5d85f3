// The first few of a list, and how many more there are.

/** "a, b and 3 more". */
export function listSome<T>(items: readonly T[], most: number, show: (item: T) => string): string {
  const shown = items.slice(0, most).map(show).join(', ');
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}
