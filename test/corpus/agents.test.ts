// Links every agent file of the corpus, or says why it is not linked; skipped where the corpus is not beside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { sessionIdOf } from '../../src/log/fields.ts';
import type { Entry } from '../../src/log/line.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { type AgentNode, type AgentThread, type AgentTree, linkAgents } from '../../src/session/agents.ts';

const CORPUS = join(import.meta.dirname, '../../../shared/corpus/projects');

function readEntries(file: string): Entry[] {
  return parseLog(readFileSync(file)).filter((line) => line.kind === 'entry');
}

function readAgent(file: string): AgentThread {
  const metaFile = file.replace(/\.jsonl$/, '.meta.json');
  const meta = existsSync(metaFile) ? (JSON.parse(readFileSync(metaFile, 'utf8')) as JsonObject) : undefined;
  return {
    agentId: basename(file).slice('agent-'.length, -'.jsonl'.length),
    file,
    entries: readEntries(file),
    meta,
  };
}

/** Each session of the corpus with the agents that name it; agents whose session is not there come with none. */
function linkCorpus(): { trees: Map<string, AgentTree>; agentFiles: string[] } {
  const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => join(CORPUS, file));
  const agentFiles = files.filter((file) => basename(file).startsWith('agent-'));
  const sessions = files.filter((file) => !basename(file).startsWith('agent-'));
  const mains = new Map(sessions.map((file) => [file, readEntries(file)]));
  // Some files of the corpus are not named by their session: the id inside decides.
  const fileOf = new Map([...mains].map(([file, entries]) => [entries.map(sessionIdOf).find(Boolean), file]));
  const byOwner = new Map<string, AgentThread[]>();
  for (const agent of agentFiles.map(readAgent)) {
    const sessionId = agent.entries.map(sessionIdOf).find(Boolean);
    const owner = fileOf.get(sessionId) ?? `no file of ${sessionId}`;
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), agent]);
  }
  const trees = new Map<string, AgentTree>();
  for (const file of new Set([...mains.keys(), ...byOwner.keys()])) {
    trees.set(file, linkAgents({ entries: mains.get(file) ?? [] }, byOwner.get(file) ?? []));
  }
  return { trees, agentFiles };
}

function count(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of [...values].sort()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function fate(node: AgentNode): string {
  return `${node.source} ${node.state}: ${node.linkedBy ?? node.internal ?? node.unlinked}`;
}

describe.skipIf(!existsSync(CORPUS))('the agents of the corpus (skipped without ../shared/corpus)', () => {
  const { trees, agentFiles } = existsSync(CORPUS) ? linkCorpus() : { trees: new Map(), agentFiles: [] };
  const nodes = [...trees.values()].flatMap((tree: AgentTree) => tree.all);
  const missing = [...trees.values()].flatMap((tree: AgentTree) => tree.missing);

  test('[T5] every agent file is linked, internal or unlinked, with the reason', () => {
    const placed = nodes.filter((node) => node.source === 'file').map((node) => node.file);
    expect(placed.sort()).toEqual(agentFiles);
    for (const node of nodes) {
      expect(node.state === 'linked' ? node.call?.id : node.reason, node.file).toBeTypeOf('string');
    }
    expect(count(nodes.map(fate))).toEqual({
      'embedded linked: prompt': 7,
      'file internal: warm-up': 62,
      'file internal: warm-up-answer': 11,
      'file linked: agentId': 16,
      'file unlinked: no-session': 5,
      'progress linked: agentId': 7,
    });
  });

  test('[T5] an agent whose session is there is left unlinked only where its entries give no hint', () => {
    const here = [...trees].filter(([file]) => existsSync(file)).flatMap(([, tree]) => tree.unlinked);
    expect(here.map((node) => [basename(node.file ?? ''), node.unlinked])).toEqual([]);
  });

  test('[F2] all embedded agents but those of failed calls are linked by their prompts', () => {
    const embedded = nodes.filter((node) => node.source === 'embedded');
    expect(embedded.length).toBeGreaterThan(0);
    expect(embedded.filter((node) => node.linkedBy !== 'prompt').map(fate)).toEqual([]);
  });

  test('every call of an agent tool has its agent, is named as missing, or failed before it started one', () => {
    expect(count(missing.map(({ why }) => why))).toEqual({
      interrupted: 5,
      'no-file': 53,
      'no-result': 1,
      'progress-only': 7,
    });
    const threads = [...trees.values()].flatMap((tree) => [tree.main, ...tree.all]);
    const calls = threads
      .flatMap(({ calls }) => calls)
      .filter(({ name }) => name === 'Task' || name === 'Agent');
    const known = new Set([...nodes.map((node) => node.call), ...missing.map(({ call }) => call)]);
    const rest = calls.filter((call) => !known.has(call));
    expect(calls.length).toBe(known.size - (known.has(undefined) ? 1 : 0) + rest.length);
    expect(count(rest.map(({ status }) => status))).toEqual({ error: 1, rejected: 1 });
  });

  test('[M3] the totals of an agent agree with what its call reports', () => {
    const told = nodes.flatMap((node) => {
      const result = node.call?.toolUseResult as JsonObject | undefined;
      if (node.source !== 'file' || typeof result?.totalToolUseCount !== 'number') return [];
      return [[node.agentId, node.own.toolCalls, result.totalToolUseCount]];
    });
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(([, counted, logged]) => counted !== logged)).toEqual([]);
  });
});
