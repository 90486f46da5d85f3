// Lets V8 wait longer before it optimises a function, for commands that run a lot of code a little.
import { setFlagsFromString } from 'node:v8';

/** V8's own is 66 kB of bytecode run; twice and thrice this gain nothing more on 60 MB and lose on a gigabyte. */
const BUDGET = 500_000;
/** The newest Node that is known to have the setting: others would complain on stderr. */
const NEWEST_KNOWN = 24;

/**
 * For the whole process, the threads it starts later included. A check of a 63 MB home spends more time on optimising
 * 250 functions in each of two threads (1.2 s) than on everything else (1.4 s), and is over before that pays.
 */
export function delayOptimizing(): void {
  if (Number(process.versions.node.split('.')[0]) <= NEWEST_KNOWN)
    setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
