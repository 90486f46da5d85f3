// Small sessions with one thing wrong or unusual each, for tests of the simulator and for the real client as its judge.
import { attachedBeside } from './attached-beside.fixture.ts';
import { damagedContents, damagedPairs } from './damaged-contents.fixture.ts';
import { damagedLinks, damagedOrder } from './damaged-links.fixture.ts';
import { compactedSessions, damagedTails } from './damaged-tails.fixture.ts';

/** Name and text of each session. */
export function damagedSessions(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({
      ...damagedLinks(),
      ...damagedOrder(),
      ...damagedPairs(),
      ...damagedContents(),
      ...damagedTails(),
      ...compactedSessions(),
      ...attachedBeside(),
    }),
  );
}
