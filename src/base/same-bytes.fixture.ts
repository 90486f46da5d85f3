// Compares bytes for tests: of megabytes, `toEqual` would take seconds.

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // Not by `every`: a call for each of a billion bytes takes a minute.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
