import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { afterAll, expect, test, vi } from 'vitest';

// A copy of its own: what the module remembers holds for the whole process, in which other tests run behind this one.
vi.resetModules();
const { setForLongRun, setForShortestRun, setForShortRun, loadAsUsual, setAsUsual } = await import(
  './v8-settings.ts'
);
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
  '--semi-space-growth-factor=2 --parallel-scavenge --max-inlined-bytecode-size-cumulative=920';
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

test.runIf(hasSetting)('and so it is where a run is long, for which V8 only waits', () => {
  setForLongRun();
  expect(isTaken()).toBe(false);
  expect(loadAsUsual(() => isTaken())).toBe(true);
  const madeHere = new Script(CODE).createCachedData();
  setFlagsFromString(`--interrupt-budget=4000000 ${USUAL_OTHERS}`);
  expect(isTaken(madeHere)).toBe(true);
});

test.runIf(hasSetting)('the others in this process are not delayed', async () => {
  setFlagsFromString(USUAL);
  const others = await import('./v8-settings.ts');
  expect(others.loadAsUsual(() => isTaken())).toBe(true);
  expect(isTaken()).toBe(true);
});
