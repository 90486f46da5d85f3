// How long until the graph of a session can be used, how smoothly does it scroll, and how soon does a turn open?
import { countFrames, untilInteractive } from './frames.mjs';

/** `url` is the address of a session's graph (…#/session/KEY/graph). Rows with `ms` or `fps`. */
export async function measureGraph(page, url) {
  const open = await untilInteractive(page, url, '.grow-row');
  await page.mouse.move(500, 500);
  const scroll = await countFrames(page, async () => {
    for (let step = 0; step < 90; step++) await page.mouse.wheel(0, 240);
  });
  const start = performance.now();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('.grow-row')].map((row) => row.getBoundingClientRect());
    return rows.some(({ top, bottom }) => top > 200 && bottom < innerHeight);
  });
  const jump = performance.now() - start;
  const row = page.locator('.grow:has(.grow-row)').nth(20);
  const before = performance.now();
  await row.locator('.grow-open').click();
  await page.locator('.grow-child.of-message').first().waitFor();
  const children = performance.now() - before;
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  return [
    { name: 'graph, until interactive', ms: open },
    { name: 'graph, scrolling', ...scroll },
    { name: 'graph, jump to the middle', ms: jump },
    { name: 'graph, a turn opened', ms: children },
    { name: 'graph, nodes in the page', nodes },
  ];
}
