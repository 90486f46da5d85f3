// `clew lineage`: what a session was cloned from, and what was cloned from it.
import { existsSync } from 'node:fs';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { findHomes } from '../../disk/find-homes.ts';
import type { Machine } from '../../disk/machine.ts';
import { selectSession, sessionIdOf } from '../../disk/select-session.ts';
import { type LineageRecord, readRecords } from '../../load/lineage-record.ts';
import { buildLineage, type LineageNode } from '../../load/lineage-tree.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';
import { describeChanges } from './clone-text.ts';

export const lineageCommand: CommandSpec = {
  name: 'lineage',
  args: '[selector]',
  summary: 'show where a clone came from, and what was cloned from a session',
  examples: [
    ['clew lineage a1b2c3', 'its ancestors and descendants as a tree'],
    ['clew lineage latest --json', 'the same, with options, hashes and files'],
  ],
  run: runLineage,
};

async function runLineage(context: CliContext, input: CommandInput): Promise<number> {
  const machine = machineOf(context);
  const records = await readRecords(dataDir(machine));
  const sessionId = await findId(input.args[0] ?? 'latest', records, input, machine);
  const tree = buildLineage(records, sessionId);
  if (input.json) {
    const json = { sessionId, tree: tree ? nodeJson(tree) : null };
    await context.print(jsonText(json));
    return tree ? 0 : 1;
  }
  if (!tree) {
    await context.print(
      `clew has made no clone of ${stripToLine(sessionId)}, nor made it from another session.\n`,
    );
    return 1;
  }
  await context.print(`${treeLines(tree, sessionId).join('\n')}\n`);
  return 0;
}

// The records know sessions that are gone from disk: they are asked where the disk knows nothing.
async function findId(
  selector: string,
  records: readonly LineageRecord[],
  input: CommandInput,
  machine: Machine,
): Promise<string> {
  const homes = await findHomes(machine, input.homes);
  try {
    return sessionIdOf(await selectSession(selector, { homes, machine })) ?? '';
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'ambiguous-selector') throw error;
    const ids = new Set(records.flatMap((record) => [record.sessionId, record.source.sessionId]));
    const fitting = [...ids].filter((id) => id.startsWith(selector.toLowerCase()));
    if (fitting.length !== 1) throw error;
    return fitting[0] as string;
  }
}

function treeLines(root: LineageNode, wanted: string): string[] {
  const lines: string[] = [];
  const waiting: { node: LineageNode; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    const mark = node.sessionId === wanted ? '●' : '○';
    lines.push(`${'   '.repeat(depth)}${mark} ${describeNode(node)}`);
    for (const child of node.children.toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
  return lines;
}

function describeNode({ sessionId, file, record }: LineageNode): string {
  const state = record?.state === 'undone' ? 'in the trash' : existsSync(file) ? '' : 'gone';
  const made = record ? record.created.slice(0, 16).replace('T', ' ') : 'not made by clew';
  const cut = record ? stripToLine(describeChanges(record.changes)) : '';
  const title = record ? `“${stripToLine(record.title)}”` : '';
  return [stripToLine(sessionId), title, made, cut, state].filter((part) => part !== '').join('  ');
}

function nodeJson(node: LineageNode): unknown {
  const { sessionId, file, record } = node;
  return {
    sessionId,
    file,
    exists: existsSync(file),
    record: record ?? null,
    children: node.children.map(nodeJson),
  };
}
