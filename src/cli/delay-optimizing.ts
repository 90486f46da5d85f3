// Lets V8 wait longer before it optimises a function, for commands that run a lot of code a little.

/** Bytes of bytecode run; V8's own is 67,584. Twice this gained nothing more on 63 MB, and left code that runs for long a third slower. */
const BUDGET = 500_000;
/** The newest Node that is known to have the setting: others would complain on stderr. */
const NEWEST_KNOWN = 24;

/**
 * For the whole process, the threads it starts later included. A check of a 63 MB home spends more time on optimising
 * 250 functions in each of two threads (1.2 s) than on everything else (1.4 s), and is over before that pays.
 */
export function delayOptimizing(): void {
  if (Number(process.versions.node.split('.')[0]) > NEWEST_KNOWN) return;
  // Not imported, because it loads thirty modules of Node, and a version is told without it.
  process.getBuiltinModule('node:v8').setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
