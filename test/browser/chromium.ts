// Finds the browser that the tests run in; where there is none they are skipped, with a word.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const found = PLACES.find((place) => place !== undefined && existsSync(place));

if (!found) console.log('No Chromium was found (name one with CHROMIUM): the browser tests are skipped.');

/** `describe` where there is a browser. */
export const describeInBrowser: typeof describe.skip = found ? describe : describe.skip;

/**
 * The two of the omnibox are pages that Chromium (156) loads for each new window, a core's work for more than a second. The
 * switch counts once, so those that Playwright turns off and that matter here stand beside them.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', `--disable-features=${OFF.join(',')}`];
  return chromium.launch({ executablePath: found as string, args });
}
