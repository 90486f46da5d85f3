// Settings of V8 for commands that run a lot of code a little: it optimises later and less, and what is short-lived gets little
// room; but not while code is loaded.

/** Bytes of bytecode run, where one thread works: V8 optimises on another core meanwhile. */
const ALONE = 250_000;
/** Where every core works. Twice this leaves code that runs for long, as a survey's, a tenth slower. */
const TOGETHER = 500_000;
/** Where every core works on hundreds of functions, none of which runs for long: a check of 60 to 300 MB takes a tenth less. */
const WIDE = 2_000_000;
/** For work that will be over in a few tenths of a second. */
const SHORTEST = 4_000_000;

interface Settings {
  /** Bytes of bytecode run before a function is optimised. */
  readonly budget: number;
  /** How many times its size the young generation, where what was made last is kept, gets when much of it lives on. */
  readonly growth: number;
  /** Whether other threads help to collect it: somebody waits less, and all of them together work more. */
  readonly helps: boolean;
  /** How much bytecode of what a function calls may be made part of it. */
  readonly inlined: number;
  /** Whether the bytecode of functions that have not run for a while is let go. */
  readonly flushes: boolean;
}

const USUAL: Settings = { budget: 67_584, growth: 2, helps: true, inlined: 920, flushes: true };
/** The newest Node that has the settings: later ones (22 and 24 were tried) complain on stderr. */
const NEWEST_KNOWN = 20;

/**
 * Bytes of the young generation, both of its halves, after which it stays as it is: the memory of a core holds so much. An export
 * of 100 MB takes 2 to 4 % longer with half or twice as much; V8 would go up to 32 MB, and begins with one.
 */
const MOST_YOUNG = 8 << 20;
/** In a run of many seconds; with twice as much it is no faster. */
const MOST_YOUNG_OF_LONG = 16 << 20;

let isSet = false;
/** Less is inlined, because what was made of it would not run for long. */
let settings: Settings = { ...USUAL, budget: ALONE, helps: false, inlined: 300 };
let mostYoung = MOST_YOUNG;
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

/** For one thread that keeps most of what it makes, while the other cores have nothing to do: a context or an export of 100 MB takes some hundredths less. */
export function setForKeeping(): void {
  change({ helps: true });
}

/** Where all that was compiled shall be kept for the next time. */
export function setForKeepingCode(): void {
  change({ flushes: false });
}

/** For one thread's work of many seconds: V8 does as it always does, but for the delay. */
export function setForLongRun(): void {
  mostYoung = MOST_YOUNG_OF_LONG;
  const { growth, helps, inlined } = USUAL;
  change({ growth, helps, inlined });
}

/**
 * To be called now and then where much is read: V8 is told that its young generation is large enough when it is, because it
 * takes no limit once it runs.
 */
export function limitYoung(): void {
  if (!isSet || settings.growth === 1) return;
  const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics();
  const young = spaces.find((space) => space.space_name === 'new_space')?.space_size ?? 0;
  if (young >= mostYoung) change({ growth: 1 });
}

function delayTo(bytes: number): void {
  change({ budget: Math.max(settings.budget, bytes) });
}

function change(some: Partial<Settings>): void {
  settings = { ...settings, ...some };
  apply();
}

/**
 * Puts V8's own settings back until the function that it returns is called. V8 takes no code that was compiled under other
 * settings, and that is how Node brings its own modules along: without it, a thread needs twice as long to wake up.
 */
export function setAsUsual(): () => void {
  if (loading++ === 0) apply();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--loading === 0) apply();
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
  const { budget, growth, helps, inlined, flushes } = loading > 0 ? USUAL : settings;
  // Not imported, because it loads thirty modules of Node, and most commands that need no speed need none of them.
  process
    .getBuiltinModule('node:v8')
    .setFlagsFromString(
      `--interrupt-budget=${budget} --semi-space-growth-factor=${growth} --${helps ? '' : 'no-'}parallel-scavenge --max-inlined-bytecode-size-cumulative=${inlined} --${flushes ? '' : 'no-'}flush-bytecode`,
    );
}
