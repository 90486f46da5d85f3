// Waits until the Cut page shows the plan of what is ticked now: ticks wait for the hand to rest before they are planned.
import type { AppPage } from './open-app.ts';

export async function settlePlan(page: AppPage): Promise<void> {
  await page.locator('.cut-create').waitFor();
  await page.waitForTimeout(60);
  await page.locator('section[aria-label="Before and after"][aria-busy="false"]').waitFor();
}
