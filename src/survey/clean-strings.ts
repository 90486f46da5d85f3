// Makes a whole survey fit to be shown: every string in it, key or value, goes through one cleaner before any report sees it.

/**
 * A copy of plain data with all its strings cleaned. Names that become the same by cleaning are added up if they count
 * something. Questions about the format (drift) must be asked before: a cleaned name may look like a known one.
 */
export function cleanStrings<T>(value: T, clean: (text: string) => string): T {
  // The same few hundred names stand in the survey of each file.
  const known = new Map<string, string>();
  return cleanAny(value, (text) => {
    let cleaned = known.get(text);
    if (cleaned === undefined) {
      cleaned = clean(text);
      known.set(text, cleaned);
    }
    return cleaned;
  }) as T;
}

function cleanAny(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanAny(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  const cleaned = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const name = clean(key) || '(empty)';
    const earlier = cleaned.get(name);
    const both = typeof earlier === 'number' && typeof item === 'number';
    cleaned.set(name, both ? earlier + item : cleanAny(item, clean));
  }
  return Object.fromEntries(cleaned);
}
