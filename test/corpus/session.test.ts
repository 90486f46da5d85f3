import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entryBlocks } from '../../src/log/block.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { branchNodes } from '../../src/session/branches.ts';
import { listForks } from '../../src/session/fork.ts';
import { joinMessages } from '../../src/session/messages.ts';
import { buildThread, readConversation } from '../../src/session/session.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

const threads = corpusFiles().map((file) => ({
  file,
  thread: buildThread(parseLog(readFileSync(file)), isAgentFile(file) ? 'agent' : 'main'),
}));

test.skipIf(!hasCorpus)('[M1] no content block is lost or doubled between entries and messages', () => {
  let blocks = 0;
  let repeated = 0;
  for (const { file, thread } of threads) {
    const spoken = thread.entries.filter(({ value }) => value.type === 'user' || value.type === 'assistant');
    const written = spoken.flatMap((entry) => entryBlocks(entry).map((block) => block));
    const messages = joinMessages(thread.entries);
    const kept = messages.flatMap((message) => message.blocks.map(({ block }) => block));
    const left = messages.flatMap((message) => message.repeated.map(({ block }) => block));
    expect(kept.length + left.length, file).toBe(written.length);
    expect(new Set([...kept, ...left]).size, file).toBe(new Set(written).size);
    blocks += written.length;
    repeated += left.length;
  }
  expect(blocks).toBeGreaterThan(10_000);
  // Re-logged lines are rare: if many blocks count as copies, the rule is too greedy.
  expect(repeated).toBeLessThan(blocks / 1000);
});

test.skipIf(!hasCorpus)('[G3] the forks found are those of an independent count over raw lines', () => {
  for (const { file, thread } of threads) {
    const found = listForks(thread.graph).filter((fork) => fork.ways.length > 1);
    expect(found.map((fork) => fork.at.uuid).sort(), file).toEqual(countForks(file));
  }
});

test.skipIf(!hasCorpus)(
  '[G5] every linked entry is in a branch, a phantom, a cancelled prompt or an embedded agent, parents first',
  () => {
    for (const { file, thread } of threads) {
      for (const branch of thread.branches) {
        const position = new Map(branchNodes(branch).map((node, i) => [node, i]));
        for (const [node, i] of position)
          if (node.parent) expect(position.get(node.parent) ?? -1, file).toBeLessThan(i);
      }
      const reached = new Set(
        thread.branches.flatMap((branch) => branch.segments.flatMap((segment) => segment.nodes)),
      );
      const rest = thread.graph.nodes.filter((node) => !reached.has(node));
      const isAgent = thread.kind === 'agent';
      const strangers = rest.filter(({ entry, parent, children }) => {
        const sidechain = !isAgent && entry.value.isSidechain === true;
        const cancelled =
          parent !== undefined && children.every((child) => child.entry.value.type === 'attachment');
        return !sidechain && !cancelled && entry.value.type !== 'progress';
      });
      expect(
        strangers.map((node) => node.entry.place.line),
        file,
      ).toEqual([]);
    }
  },
);

test.skipIf(!hasCorpus)('[U3] every session with a prompt has turns, each with its messages', () => {
  let turns = 0;
  for (const { thread, file } of threads) {
    const conversation = readConversation(thread);
    turns += conversation.turns.length;
    const inTurns = conversation.turns.flatMap((turn) => turn.entries);
    expect(inTurns, file).toEqual(conversation.entries);
  }
  expect(turns).toBeGreaterThan(300);
});

// Written apart from the model: parents with two typed prompts, or one and an answer, looking through system lines and attachments.
function countForks(file: string): string[] {
  const byUuid = new Map<string, Record<string, unknown>>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const value = JSON.parse(line);
      if (typeof value?.uuid === 'string') byUuid.set(value.uuid, value);
    } catch {}
  }
  const spoken = [...byUuid.values()].filter(({ type }) => type === 'user' || type === 'assistant');
  const ways = new Map<string, Set<string>>();
  for (const value of spoken) {
    const role = value.type === 'assistant' ? 'answer' : isTyped(value) ? `prompt ${value.uuid}` : undefined;
    let up = byUuid.get(value.parentUuid as string);
    while (up && (up.type === 'system' || up.type === 'attachment')) {
      if (role) mark(ways, up.uuid as string, role);
      up = byUuid.get(up.parentUuid as string);
    }
    if (role && up) mark(ways, up.uuid as string, role);
  }
  // A way seen through a system line is the same way there and above; the fork is where several meet first.
  const forks = [...ways].filter(([uuid, roles]) => {
    const typed = [...roles].filter((role) => role !== 'answer').length;
    if (typed === 0 || roles.size < 2) return false;
    return ![...ways].some(
      ([other, set]) => byUuid.get(other)?.parentUuid === uuid && set.size === roles.size,
    );
  });
  return forks.map(([uuid]) => uuid).sort();
}

function mark(ways: Map<string, Set<string>>, uuid: string, role: string): void {
  ways.set(uuid, (ways.get(uuid) ?? new Set()).add(role));
}

function isTyped(value: Record<string, unknown>): boolean {
  if (
    value.isMeta === true ||
    value.isCompactSummary === true ||
    (value.isSidechain === true && !value.parentUuid)
  )
    return false;
  const content = (value.message as { content?: unknown })?.content;
  const blocks =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : ((content ?? []) as { type: string; text?: string }[]);
  if (blocks.some((block) => block.type === 'tool_result')) return false;
  const text = blocks
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n')
    .trim();
  if (text === '') return blocks.some((block) => block.type === 'image' || block.type === 'document');
  return (
    !/^(<command-|<local-command-|<bash-|<task-not|<ci-monitor|<teammate-m|\[Request interrupted|Caveat: The mess)/.test(
      text,
    ) && text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim() !== ''
  );
}
