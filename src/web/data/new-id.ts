// A name that nothing else has. `crypto.randomUUID` is not there where a browser does not trust the page's address.
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
