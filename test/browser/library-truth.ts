// What the library itself says of a session in a scratch home: the truth that pages are held against.
import { thisMachine } from '../../src/disk/machine.ts';
import type { Selection } from '../../src/disk/select-session.ts';
import { selectSession } from '../../src/disk/select-session.ts';
import { type OpenSession, openSession } from '../../src/load/open-session.ts';
import { type OpenApp, whenInSync } from './open-app.ts';
import type { ScratchHome } from './write-home.ts';

export interface ListedSession {
  readonly key: string;
  readonly turns: number;
  readonly agents: number;
  readonly problems: number;
  readonly compactions?: number;
}

/** All of them, with their figures: both are there only once the catalog has read the home. */
export async function listSessions(app: OpenApp): Promise<readonly ListedSession[]> {
  await whenInSync(app);
  const { sessions } = await (await fetch(`${app.url}api/sessions?limit=100&sort=turns`)).json();
  return sessions;
}

export function selectIn(home: ScratchHome, key: string): Promise<Selection> {
  return selectSession(key, { homes: [home.path], machine: thisMachine() });
}

export async function openIn(home: ScratchHome, key: string): Promise<OpenSession> {
  return openSession(await selectIn(home, key));
}
