// How long until the timeline of a session can be used, and how smoothly is it dragged, zoomed and played?
import { countFrames, untilInteractive } from './frames.mjs';

/** `url` is the address of a session's timeline (…#/session/KEY/timeline). Rows with `ms` or `fps`. */
export async function measureTimeline(page, url) {
  const open = await untilInteractive(page, url, 'svg.lanes[role="img"]');
  const box = await page.locator('svg.lanes[role="img"]').boundingBox();
  const [x, y] = [box.x + box.width * 0.6, box.y + Math.min(box.height * 0.5, 120)];
  await page.mouse.move(x, y);
  const zoom = await countFrames(page, async () => {
    await page.keyboard.down('Control');
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, step < 40 ? -60 : 40);
    await page.keyboard.up('Control');
  });
  const drag = await countFrames(page, async () => {
    await page.mouse.down();
    for (let step = 0; step < 120; step++) await page.mouse.move(x - 300 * Math.sin(step / 12), y);
    await page.mouse.up();
  });
  const play = await countFrames(page, async () => {
    await page.keyboard.press(' ');
    await page.waitForTimeout(1500);
    await page.keyboard.press(' ');
  });
  return [
    { name: 'timeline, until interactive', ms: open },
    { name: 'timeline, zooming', ...zoom },
    { name: 'timeline, dragging', ...drag },
    { name: 'timeline, playing', ...play },
  ];
}
