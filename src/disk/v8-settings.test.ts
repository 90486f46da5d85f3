import v8, { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { afterAll, expect, test, vi } from 'vitest';

// A copy of its own: what the module remembers holds for the whole process, in which other tests run behind this one.
vi.resetModules();
const {
  limitYoung,
  setForKeeping,
  setForKeepingCode,
  setForLongRun,
  setForShortestRun,
  setForShortRun,
  loadAsUsual,
  setAsUsual,
} = await import('./v8-settings.ts');
vi.resetModules();

const CODE = '(function () { return 1; })';
/** As Node brings its own modules along: compiled under V8's own settings. */
const made = new Script(CODE).createCachedData();

function isTaken(code: Buffer = made): boolean {
  return new Script(CODE, { cachedData: code, filename: `${Math.random()}.js` }).cachedDataRejected === false;
}

/** Later ones have no such setting, and nothing is delayed. */
const hasSetting = Number(process.versions.node.split('.')[0]) <= 20;
const USUAL_OTHERS =
  '--semi-space-growth-factor=2 --parallel-scavenge --max-inlined-bytecode-size-cumulative=920 --flush-bytecode';
const USUAL = `--interrupt-budget=67584 ${USUAL_OTHERS}`;
afterAll(() => hasSetting && setFlagsFromString(USUAL));

test.runIf(hasSetting)(
  'compiled code is taken while something is loaded or a thread wakes up, also several at once',
  () => {
    expect(isTaken()).toBe(true);
    setForShortestRun();
    expect(isTaken()).toBe(true);
    setForShortRun();
    expect(isTaken()).toBe(false);
    expect(loadAsUsual(() => isTaken())).toBe(true);
    expect(isTaken()).toBe(false);
    const first = setAsUsual();
    const second = setAsUsual();
    expect(loadAsUsual(() => isTaken())).toBe(true);
    first();
    first();
    expect(isTaken()).toBe(true);
    second();
    expect(isTaken()).toBe(false);
    expect(() =>
      loadAsUsual(() => {
        throw new Error('not there');
      }),
    ).toThrow('not there');
    expect(isTaken()).toBe(false);
  },
);

test.runIf(hasSetting)('and so it is where it waits longer', () => {
  setForShortestRun();
  expect(isTaken()).toBe(false);
  expect(loadAsUsual(() => isTaken())).toBe(true);
});

/** Whether V8 is told just this now: code that was made under other settings would not be taken. */
function isTold(flags: string): boolean {
  const madeHere = new Script(CODE).createCachedData();
  setFlagsFromString(flags);
  return isTaken(madeHere);
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/** Until the young generation has so many bytes: much of what is made lives on for a while. */
function makeUntil(bytes: number): void {
  let kept: object[] = [];
  while (youngBytes() < bytes) kept = kept.length < 50_000 ? [...kept, ...manyObjects()] : [];
}

function manyObjects(): object[] {
  return Array.from({ length: 10_000 }, (_, i) => ({ i, list: [i] }));
}

test.runIf(hasSetting)('the young generation may grow until it is large enough, and then no more', () => {
  const told = (growth: number) =>
    `--interrupt-budget=4000000 --semi-space-growth-factor=${growth} --max-inlined-bytecode-size-cumulative=300`;
  setForShortestRun();
  const wasLarge = youngBytes() >= 8 << 20;
  limitYoung();
  expect(isTold(told(wasLarge ? 1 : 2))).toBe(true);
  makeUntil(8 << 20);
  limitYoung();
  expect(isTold(told(1))).toBe(true);
});

/** What V8 is told meanwhile, and does not hear. */
function listen(run: () => void): string[] {
  const told: string[] = [];
  const tell = vi.spyOn(v8, 'setFlagsFromString').mockImplementation((flags) => void told.push(flags));
  try {
    run();
  } finally {
    tell.mockRestore();
  }
  return told;
}

// Code does not tell what collects garbage, so it is the words to V8 that are listened to.
test.runIf(hasSetting)('others help to collect what one thread keeps', () => {
  const [before = '', after] = listen(() => {
    setForShortestRun();
    setForKeeping();
  });
  expect(before).toContain(' --no-parallel-scavenge ');
  expect(after).toBe(before.replace('--no-parallel-scavenge', '--parallel-scavenge'));
});

test.runIf(hasSetting)('and so it is where a run is long, for which V8 only waits', () => {
  setForLongRun();
  expect(isTaken()).toBe(false);
  expect(loadAsUsual(() => isTaken())).toBe(true);
  expect(isTold(`--interrupt-budget=4000000 ${USUAL_OTHERS}`)).toBe(true);
  // In twice the room.
  makeUntil(16 << 20);
  limitYoung();
  expect(isTold(`--interrupt-budget=4000000 ${USUAL_OTHERS.replace('factor=2', 'factor=1')}`)).toBe(true);
});

test.runIf(hasSetting)('code that shall be kept is not let go, and is taken again where nothing is', () => {
  const [before = '', keeping, loading = ''] = listen(() => {
    setForLongRun();
    setForKeepingCode();
    loadAsUsual(() => undefined);
  });
  expect(before).toMatch(/ --flush-bytecode$/);
  expect(keeping).toBe(before.replace('--flush', '--no-flush'));
  expect(loading).toBe(USUAL);
});

test.runIf(hasSetting)('the others in this process are not delayed', async () => {
  setFlagsFromString(USUAL);
  const others = await import('./v8-settings.ts');
  expect(others.loadAsUsual(() => isTaken())).toBe(true);
  expect(isTaken()).toBe(true);
});
