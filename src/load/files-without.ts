// Rows for what is on disk without a conversation: zero-byte session files, and agents whose session file is gone [F4].
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { groupBy } from '../base/group-by.ts';
import type { AgentFile } from '../disk/agent-file.ts';
import type { SessionListing } from '../disk/find-sessions.ts';
import type { ListOptions } from './list-sessions.ts';
import type { FileSummary } from './summarise-file.ts';

/** Nothing in these files names a project's path, so a list of one project does not show them. */
export function filesWithout(listing: SessionListing, options: ListOptions): FileSummary[] {
  if (options.project !== undefined) return [];
  const rows = [...emptyRows(listing.emptyFiles), ...agentRows(listing)];
  return rows.filter(
    ({ modified }) =>
      (options.since === undefined || modified >= options.since) &&
      (options.until === undefined || modified < options.until),
  );
}

function emptyRows(files: readonly string[]): FileSummary[] {
  return files.flatMap((file) => {
    if (basename(file).startsWith('agent-')) return [];
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (modified === undefined) return [];
    return [{ ...BARE, sessionId: basename(file, '.jsonl'), file, modified, fileModified: modified }];
  });
}

function agentRows(listing: SessionListing): FileSummary[] {
  const alone = [...listing.orphans.flatMap((orphan) => orphan.agents), ...listing.looseAgents];
  return [...groupBy(alone, (agent) => agent.sessionId ?? '')].flatMap(([sessionId, agents]) => {
    const { home, project } = agents[0] as AgentFile;
    if (sessionId === '') return [];
    const modified = agents.reduce((last, agent) => Math.max(last, agent.modified), 0);
    return [
      {
        ...BARE,
        sessionId,
        // Where the session would be: nothing is there now.
        file: join(home, 'projects', project, `${sessionId}.jsonl`),
        health: 'missing',
        agents: agents.length,
        bytes: agents.reduce((sum, agent) => sum + agent.bytes, 0),
        modified,
        fileModified: modified,
      },
    ];
  });
}

const BARE: FileSummary = {
  sessionId: '',
  file: '',
  project: undefined,
  title: undefined,
  titleSource: undefined,
  firstPrompt: undefined,
  lastPrompt: undefined,
  created: undefined,
  modified: 0,
  fileModified: 0,
  bytes: 0,
  lines: 0,
  turns: 0,
  toolCalls: 0,
  contextTokens: undefined,
  outputTokens: undefined,
  outputAtLeast: false,
  branches: 0,
  agents: 0,
  model: undefined,
  version: undefined,
  gitBranch: undefined,
  health: 'ok',
  problems: 0,
  unreadableLines: 0,
  empty: true,
};
