// Words the refusals of a selector: what was not found or not unique, and what to type instead.

import { basename } from 'node:path';
import { editDistance } from '../base/edit-distance.ts';
import { listSome } from '../base/list-some.ts';
import { Refusal } from '../base/refusal.ts';
import type { AgentFile } from './agent-file.ts';
import type { SessionListing } from './find-sessions.ts';
import type { SessionFile } from './list-project.ts';
import { cleanName, quoteName } from './quote-name.ts';

const MAX_CANDIDATES = 5;

export function severalRefusal(selector: string, fitting: readonly (SessionFile | AgentFile)[]): Refusal {
  const newest = [...fitting].sort((a, b) => b.modified - a.modified);
  const names = new Set(newest.map((one) => basename(one.file)));
  const hint =
    names.size === 1
      ? `They have the same id: give the path, such as ${quoteName(newest[0]?.file ?? '')}.`
      : 'Give more characters of the id, or a path.';
  const what = newest.every((one) => 'agentId' in one) ? 'agents' : 'sessions';
  const list = listSome(newest, MAX_CANDIDATES, (one) => {
    const id = 'agentId' in one ? `agent-${one.agentId}` : one.sessionId;
    return `${cleanName(id)} (${cleanName(one.project)}, ${dateOf(one.modified)})`;
  });
  return new Refusal(
    'ambiguous-selector',
    `${quoteName(selector)} fits ${fitting.length} ${what}: ${list}.`,
    hint,
  );
}

export function severalProjectsRefusal(
  name: string,
  sessions: readonly SessionFile[],
  slugs: readonly string[],
): Refusal {
  const modified = new Map<string, number>();
  for (const { project, modified: time } of sessions) {
    modified.set(project, Math.max(time, modified.get(project) ?? 0));
  }
  const newest = [...slugs].sort((a, b) => (modified.get(b) ?? 0) - (modified.get(a) ?? 0));
  const list = listSome(
    newest,
    MAX_CANDIDATES,
    (slug) => `${cleanName(slug)} (${dateOf(modified.get(slug) ?? 0)})`,
  );
  return new Refusal(
    'ambiguous-project',
    `${quoteName(name)} fits ${slugs.length} projects: ${list}.`,
    'Give more of the name, or the project’s path.',
  );
}

export function unknownRefusal(selector: string, listing: SessionListing, homes: readonly string[]): Refusal {
  if (listing.sessions.length === 0) return noSessionsRefusal(homes);
  const near = nearestIds(selector, listing.sessions);
  const hint =
    near.length > 0 ? `Did you mean ${near.map(cleanName).join(' or ')}?` : '`clew ls` lists the sessions.';
  return new Refusal('unknown-session', `No session fits ${quoteName(selector)}.`, hint);
}

export function noSessionsRefusal(homes: readonly string[]): Refusal {
  const where = homes.length > 0 ? `in ${homes.map(quoteName).join(' or ')}` : 'on this machine';
  return new Refusal(
    'no-sessions',
    `There are no sessions ${where}.`,
    'Name another home with --home, or try `clew demo ./demo`.',
  );
}

function dateOf(modified: number): string {
  return new Date(modified).toISOString().slice(0, 16).replace('T', ' ');
}

// Ids that begin almost as the selector does: one or two slips of the hand.
function nearestIds(selector: string, sessions: readonly SessionFile[]): string[] {
  if (selector.length < 4 || selector.length > 64) return [];
  const id = selector.toLowerCase();
  return sessions
    .map(({ sessionId }) => ({
      sessionId,
      slips: editDistance(id, sessionId.slice(0, id.length).toLowerCase()),
    }))
    .filter(({ slips }) => slips <= Math.min(2, id.length / 4))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, 3)
    .map(({ sessionId }) => sessionId);
}
