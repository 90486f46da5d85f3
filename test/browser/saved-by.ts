// What a button of the page saves: the name of the file and its bytes.
import { readFileSync } from 'node:fs';
import type { AppPage } from './open-app.ts';

export async function savedBy(page: AppPage, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
