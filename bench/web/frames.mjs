// Frames of a page while something is done to it: how many a second, and the longest.

/** Runs `act` while the page counts its frames; returns { seconds, fps, longest } with the longest frame in milliseconds. */
export async function countFrames(page, act) {
  await page.evaluate(() => {
    const frames = [];
    window.clewFrames = frames;
    const tick = (now) => {
      if (window.clewFrames !== frames) return;
      frames.push(now);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  const times = await page.evaluate(() => {
    const frames = window.clewFrames;
    window.clewFrames = undefined;
    return frames;
  });
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  const seconds = (times.at(-1) - times[0]) / 1000;
  return { seconds, fps: gaps.length / seconds, longest: Math.max(...gaps) };
}

/** Milliseconds from the opening of an address until what `selector` names is there and answers a question of the page. */
export async function untilInteractive(page, url, selector) {
  const start = performance.now();
  await page.goto('about:blank');
  await page.goto(url);
  await page.locator(selector).first().waitFor({ timeout: 120_000 });
  // The page's own thread is free again: a frame can be drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return performance.now() - start;
}
