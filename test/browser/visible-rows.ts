// Counts the rows of a transcript that are on the screen with their text, below what sticks to its top.
import type { Page } from 'playwright-core';

export function visibleRows(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('.item:not(:has(.ghost-line))')].filter((item) => {
        const { top, bottom } = item.getBoundingClientRect();
        return bottom > 160 && top < innerHeight;
      }).length,
  );
}
