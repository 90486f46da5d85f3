// Runs the rounds of a test that kills its child, a few at once: each of them mostly waits.

const AT_ONCE = 4;

/** `count` rounds, and up to four times as many for as long as something `isMissing`: a machine may be slow or quick. */
export async function runRounds(
  count: number,
  round: (n: number) => Promise<void>,
  isMissing: () => boolean = () => false,
): Promise<void> {
  for (let n = 0; n < count || (n < 4 * count && isMissing()); n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, 4 * count - n) }, (_, i) => round(n + i)));
}
