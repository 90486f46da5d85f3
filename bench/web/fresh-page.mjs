// An empty page in a window of its own, given out when the browser is done with itself.

/** Looks in a row at which the browser had next to nothing to do. */
const REST_LOOKS = 3;
const LOOK_MS = 300;
/** Share of one core. */
const NEXT_TO_NOTHING = 0.04;

/**
 * A new window makes a newer Chromium (156) load pages of its own, such as that below its address line, which keep a core
 * busy for a second. Who opens a session has a browser that is past that.
 */
export async function freshPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await browser.newBrowserCDPSession();
  const cpu = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  let [before, quiet] = [await cpu(), 0];
  for (let tries = 0; tries < 60 && quiet < REST_LOOKS; tries++) {
    await page.waitForTimeout(LOOK_MS);
    const now = await cpu();
    quiet = (now - before) / (LOOK_MS / 1000) < NEXT_TO_NOTHING ? quiet + 1 : 0;
    before = now;
  }
  await session.detach();
  return page;
}
