// The part of an id that people type and read.

/** Eight characters tell ids of the client's making apart; other names are given whole. */
export function shortId(id: string): string {
  return /^[0-9a-f]{8}-/i.test(id) ? id.slice(0, 8) : id;
}
