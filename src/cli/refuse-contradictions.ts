// Refuses flags that do not go together, or that say nothing without another: one that is silently ignored misleads.
import { Refusal } from '../base/refusal.ts';
import type { FlagSpec } from './command.ts';

/** `given` are the flags that were typed, by their long names. */
export function refuseContradictions(flags: readonly FlagSpec[], given: ReadonlySet<string>): void {
  for (const flag of flags) {
    const name = longName(flag);
    if (!given.has(name)) continue;
    const other = flag.against?.find((one) => given.has(one));
    if (other !== undefined) {
      throw new Refusal('two-things', `${name} and ${other} do not go together.`, 'Give one of them.');
    }
    if (flag.onlyWith && !flag.onlyWith.some((one) => given.has(one))) {
      const needed = flag.onlyWith.join(' or ');
      throw new Refusal('needs-another', `${name} says nothing without ${needed}.`, `Add ${needed}.`);
    }
  }
}

/** `--most` of `-n, --most <number>`. */
export function longName({ flags }: FlagSpec): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
