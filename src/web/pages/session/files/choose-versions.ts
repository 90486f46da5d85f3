// Which two versions of a file are compared: those that the address names, else what the session changed last.
import type { FileVersion } from '../../../../server/api.ts';

export interface VersionPair {
  /** 0: nothing, so that all of the other is shown as new. */
  readonly from: number;
  readonly to: number;
}

export function chooseVersions(
  versions: readonly FileVersion[],
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): VersionPair | undefined {
  const known = versions.filter((one) => one.known).map(({ number }) => number);
  const last = known.at(-1);
  if (last === undefined) return undefined;
  const to = known.includes(Number(asked.to)) ? Number(asked.to) : last;
  const before = known.filter((number) => number < to).at(-1) ?? 0;
  const from = asked.from === '0' || known.includes(Number(asked.from)) ? Number(asked.from) : before;
  return { from: from === to ? before : from, to };
}

/** The pair one step on: each version beside the known one before it. */
export function stepVersions(
  versions: readonly FileVersion[],
  pair: VersionPair,
  by: number,
): VersionPair | undefined {
  const known = versions.filter((one) => one.known).map(({ number }) => number);
  const at = known.indexOf(pair.to) + by;
  const to = known[at];
  return at < 0 || to === undefined ? undefined : { from: known[at - 1] ?? 0, to };
}
