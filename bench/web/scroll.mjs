// Scrolls a transcript about and watches every frame: how long was nothing of it to be seen, and how many nodes were there?

/** `where` gives for each step the share of the page's height to go to, or undefined for a screen further down. */
export async function scroll(page, steps, where) {
  await page.evaluate(WATCH);
  for (let step = 0; step < steps; step++) {
    const share = where(step);
    await page.evaluate((to) => {
      const most = document.documentElement.scrollHeight - innerHeight;
      scrollTo(0, to === undefined ? scrollY + innerHeight * 0.8 : most * to);
      globalThis.clewWatch.step();
    }, share);
    await page.waitForTimeout(250);
  }
  return page.evaluate(() => globalThis.clewWatch.end());
}

// Runs in the page: at each frame, is a row of the transcript (not one that is still waited for) in sight?
const WATCH = `(() => {
  const blanks = [];
  let nodes = 0, since, steps = 0, going = true;
  const seen = () => {
    for (const item of document.querySelectorAll('.item:not(:has(.ghost-line))')) {
      const { top, bottom } = item.getBoundingClientRect();
      if (bottom > 160 && top < innerHeight) return true;
    }
    return false;
  };
  const end = (now) => { if (since !== undefined) blanks.push(now - since); since = undefined; };
  const frame = (now) => {
    if (!going) return;
    if (seen()) end(now);
    else since ??= now;
    nodes = Math.max(nodes, document.querySelectorAll('*').length);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.clewWatch = {
    step: () => { steps++; },
    end: () => { going = false; end(performance.now()); return { steps, nodes, blanks: blanks.map(Math.round) }; },
  };
})()`;
