// Sessions to draw: forged ones of every era with all that a picture shows, damaged ones, and real ones where they are.
import { readFileSync, statSync } from 'node:fs';
import { damage } from '../../src/forge/damage.ts';
import { ERAS } from '../../src/forge/eras.ts';
import type { Feature } from '../../src/forge/features.ts';
import { forgeSession } from '../../src/forge/forge-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { type AgentTree, linkAgents } from '../../src/session/agents.ts';
import { buildThread, type Thread } from '../../src/session/session.ts';
import { corpusFiles, isAgentFile } from '../corpus/corpus.ts';

export interface PicturedSession {
  readonly name: string;
  readonly thread: Thread;
  readonly tree: AgentTree;
}

const SHAPE: readonly Feature[] = [
  'agent',
  'nested-agent',
  'parallel-tools',
  'failing-tool',
  'fork',
  'rewind',
  'cancelled-prompt',
  'phantom-branches',
  'compaction',
  'api-retry',
];
const MOST_BYTES = 600_000;

export function* picturedSessions(): Generator<PicturedSession> {
  for (const [i, era] of ERAS.entries()) {
    const { files } = forgeSession({ seed: `picture ${i}`, era, shape: SHAPE });
    const [main, ...others] = files;
    const bytes = new TextEncoder().encode(textOf(main));
    const agents = others.flatMap((file) => {
      const agentId = /agent-(\w+)\.jsonl$/.exec(file.path)?.[1];
      return agentId === undefined ? [] : [{ agentId, file: file.path, entries: entriesOf(textOf(file)) }];
    });
    yield pictured(`forged ${era.since}`, bytes, agents);
    yield pictured(`damaged ${era.since}`, damage(bytes, { seed: i }), agents);
  }
  // Every eighth of the real ones, if it is not long.
  for (const file of corpusFiles().filter((one, i) => i % 8 === 0 && !isAgentFile(one)))
    if (statSync(file).size < MOST_BYTES) yield pictured(file, readFileSync(file), []);
}

type Agents = Parameters<typeof linkAgents>[1];

function pictured(name: string, bytes: Uint8Array, agents: Agents): PicturedSession {
  const thread = buildThread(parseLog(bytes));
  return { name, thread, tree: linkAgents(thread, agents) };
}

function textOf(file: object | undefined): string {
  return file && 'text' in file ? String(file.text) : '';
}

function entriesOf(text: string): Agents[number]['entries'] {
  return parseLog(new TextEncoder().encode(text)).filter((line) => line.kind === 'entry');
}
