// One app for all tests of a block: opened over a home before the first of them, and both gone after the last.
import { afterAll, beforeAll } from 'vitest';
import { type OpenApp, openApp } from './open-app.ts';
import type { ScratchHome } from './write-home.ts';

/** `furnish` runs before the app is opened. What is returned is filled by then, and before any `beforeAll` that follows. */
export function appOver(
  writeHome: () => ScratchHome,
  furnish?: (home: ScratchHome) => void,
): { readonly home: ScratchHome; readonly app: OpenApp } {
  const home = {} as ScratchHome;
  const app = {} as OpenApp;
  let written: ScratchHome | undefined;
  let opened: OpenApp | undefined;
  beforeAll(async () => {
    written = Object.assign(home, writeHome());
    furnish?.(home);
    opened = Object.assign(app, await openApp(home.path));
  });
  afterAll(async () => {
    await opened?.close();
    written?.remove();
  });
  return { home, app };
}
