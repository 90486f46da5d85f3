// Settings of V8 for commands that run a lot of code a little: it optimises later and less, and one thread collects the garbage;
// but not while code is loaded.

/** Bytes of bytecode run, where one thread works: V8 optimises on another core meanwhile. */
const ALONE = 250_000;
/** Where every core works. Twice this leaves code that runs for long, as a survey's, a tenth slower. */
const TOGETHER = 500_000;
/** Where every core works on hundreds of functions, none of which runs for long: a check of 60 to 300 MB takes a tenth less. */
const WIDE = 2_000_000;
/** For work that will be over in a few tenths of a second. */
const SHORTEST = 4_000_000;
const GROWS = '--semi-space-growth-factor=2';
const STAYS = '--semi-space-growth-factor=1';
/**
 * What was made last stays in a megabyte or two, which the core's own memory holds; one thread collects it, because of so little
 * two would wait for each other longer than it takes; and less of what a function calls is made part of it, because it would
 * not run for long. Together they take a tenth off the CPU time of a clone, a context or a check of 60 to 100 MB.
 */
const OTHERS = `${STAYS} --no-parallel-scavenge --max-inlined-bytecode-size-cumulative=300`;
/** V8's own. */
const USUAL_BUDGET = 67_584;
const USUAL_OTHERS = `${GROWS} --parallel-scavenge --max-inlined-bytecode-size-cumulative=920`;
/** Bytes of the young generation, both of its halves, that a long run needs: with twice as much it is no faster. */
const MOST_YOUNG = 16 << 20;
/** The newest Node that has the settings: later ones (22 and 24 were tried) complain on stderr. */
const NEWEST_KNOWN = 20;

let isSet = false;
let budget = ALONE;
let others = OTHERS;
/** How many are loading something at this moment. */
let loading = 0;

/**
 * For the whole process, its threads included. A check of a 63 MB home spends more time on optimising 250 functions in each
 * of two threads (1.2 s) than on everything else (1.4 s), and is over before that pays.
 */
export function setForShortRun(): void {
  isSet = Number(process.versions.node.split('.')[0]) <= NEWEST_KNOWN;
  apply();
}

/** Where these settings are made at all, V8 waits twice as long: for work that leaves no core to it. */
export function setForAllCores(): void {
  delayTo(TOGETHER);
}

/** The same eight times as long: for work that is spread over very many functions. */
export function setForWideWork(): void {
  delayTo(WIDE);
}

/** The same sixteen times as long: for work that will be over in a few tenths of a second. */
export function setForShortestRun(): void {
  delayTo(SHORTEST);
}

/**
 * Of these settings only the delay: for one thread's work of many seconds, in which V8's ways of collecting garbage pay. What
 * is returned is to be called now and then, because V8 is told of no limit but when it has been reached.
 */
export function setForLongRun(): () => void {
  others = USUAL_OTHERS;
  apply();
  let isLimited = false;
  return () => {
    if (isLimited || youngBytes() < MOST_YOUNG) return;
    isLimited = true;
    others = USUAL_OTHERS.replace(GROWS, STAYS);
    apply();
  };
}

function youngBytes(): number {
  const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics();
  return spaces.find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}

function delayTo(bytes: number): void {
  budget = Math.max(budget, bytes);
  apply();
}

/**
 * Puts V8's own settings back until the function that it returns is called. V8 takes no code that was compiled under other
 * settings, and that is how Node brings its own modules along: without it, a thread needs twice as long to wake up.
 */
export function setAsUsual(): () => void {
  loading++;
  apply();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    loading--;
    apply();
  };
}

/** Loads something in the meantime. */
export function loadAsUsual<T>(load: () => T): T {
  const setAgain = setAsUsual();
  try {
    return load();
  } finally {
    setAgain();
  }
}

/** Tells V8 what holds now. */
function apply(): void {
  if (!isSet) return;
  const flags =
    loading > 0
      ? `--interrupt-budget=${USUAL_BUDGET} ${USUAL_OTHERS}`
      : `--interrupt-budget=${budget} ${others}`;
  // Not imported, because it loads thirty modules of Node, and most commands that need no speed need none of them.
  process.getBuiltinModule('node:v8').setFlagsFromString(flags);
}
