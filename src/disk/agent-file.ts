// Recognises the files of sub-agents in both layouts: flat beside the session, or nested in the session's folder [F2].
import { basename, dirname, relative, sep } from 'node:path';
import type { FoundFile } from './list-folder.ts';

/** An agent’s own file. */
export interface AgentFile extends FoundFile {
  readonly home: string;
  /** The slug of the project folder. */
  readonly project: string;
  readonly agentId: string;
  readonly layout: 'flat' | 'nested';
  /** Known from the folder in the nested layout; in the flat one only from the content (`assignAgents`). */
  readonly sessionId: string | undefined;
  /** The run under `subagents/workflows/` that the agent belongs to. */
  readonly workflow: string | undefined;
  /** `agent-<id>.meta.json`, where the client wrote one (from 2.1.72). */
  readonly metaFile: string | undefined;
}

/** The id in `agent-<id>.jsonl`, undefined for any other name. Ids have many shapes: any text counts. */
export function agentIdOf(fileName: string): string | undefined {
  return /^agent-(.+)\.jsonl$/s.exec(fileName)?.[1];
}

/** The agents among the files of a session's `subagents` folder; empty files are nothing [F4]. */
export function nestedAgents(
  files: readonly FoundFile[],
  subagents: string,
  owner: { readonly home: string; readonly project: string; readonly sessionId: string },
): AgentFile[] {
  const names = new Set(files.map((found) => found.file));
  const agents: AgentFile[] = [];
  for (const found of files) {
    const agentId = agentIdOf(basename(found.file));
    if (agentId === undefined || found.bytes === 0) continue;
    const meta = `${found.file.slice(0, -'.jsonl'.length)}.meta.json`;
    agents.push({
      ...found,
      home: owner.home,
      project: owner.project,
      agentId,
      layout: 'nested',
      sessionId: owner.sessionId,
      workflow: workflowOf(found.file, subagents),
      metaFile: names.has(meta) ? meta : undefined,
    });
  }
  return agents;
}

function workflowOf(file: string, subagents: string): string | undefined {
  const [first, run] = relative(subagents, dirname(file)).split(sep);
  return first === 'workflows' ? run : undefined;
}
