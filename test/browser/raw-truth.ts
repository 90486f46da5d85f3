// The facts of a session by a second, simple way: from the lines of its files alone, without any code of ours.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Raw = Readonly<Record<string, unknown>>;

export interface RawFiles {
  readonly changed: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  /** Undefined where a change has no patch in the log. */
  readonly added: number | undefined;
  readonly removed: number | undefined;
  /** The changed file with the most lines. */
  readonly most: string | undefined;
}

const CHANGES: ReadonlySet<unknown> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const READS: ReadonlySet<unknown> = new Set(['Read', 'NotebookRead']);

export function readRaw(file: string): Raw[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === 'object' && value !== null ? [value as Raw] : [];
      } catch {
        return [];
      }
    });
}

/** The files of a session's agents, in both places that clients put them. */
export function readRawAgents(file: string, sessionId: string): Raw[][] {
  const folder = dirname(file);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|[/\\])agent-[^/\\]*\.jsonl$/.test(name))
    .map((name) => readRaw(join(folder, name)))
    .filter((lines) => lines.some((line) => line.sessionId === sessionId));
}

/** The entries from the last one back to the first, by their parents. */
export function walkBack(entries: readonly Raw[]): Raw[] {
  const linked = entries.filter(({ uuid }) => typeof uuid === 'string');
  const byUuid = new Map(linked.map((entry) => [entry.uuid, entry]));
  const way: Raw[] = [];
  const parentOf = (entry: Raw) => byUuid.get(entry.parentUuid ?? entry.logicalParentUuid);
  for (let at = linked.at(-1); at; at = parentOf(at)) way.unshift(at);
  return way;
}

export function followFiles(threads: readonly (readonly Raw[])[]): RawFiles {
  const cwd = threads[0]?.find((entry) => typeof entry.cwd === 'string')?.cwd;
  const lines = new Map<string, number | undefined>();
  const read = new Set<string>();
  let [added, removed]: (number | undefined)[] = [0, 0];
  for (const entries of threads) {
    const results = new Map<unknown, Raw>();
    const uses = new Map<unknown, Raw>();
    for (const entry of entries) {
      for (const block of blocksOf(entry)) {
        if (block.type === 'tool_use') uses.set(block.id, block);
        if (block.type === 'tool_result' && block.is_error !== true) results.set(block.tool_use_id, entry);
      }
    }
    for (const [id, { name, input }] of uses) {
      const result = results.get(id)?.toolUseResult as Raw | undefined;
      const { file_path, notebook_path } = input as Raw;
      const named = file_path ?? notebook_path;
      if (!results.has(id) || typeof named !== 'string') continue;
      const path = /^(?:[/\\]|[A-Za-z]:)/.test(named) ? named : `${cwd}/${named}`;
      if (READS.has(name)) read.add(path);
      if (!CHANGES.has(name)) continue;
      const [plus, minus] = countLines(result);
      added = add(added, plus);
      removed = add(removed, minus);
      lines.set(path, add(lines.has(path) ? lines.get(path) : 0, add(plus, minus)));
    }
  }
  const [most] = [...lines].sort(([, a = 0], [, b = 0]) => b - a);
  return {
    changed: new Set(lines.keys()),
    read: new Set([...read].filter((path) => !lines.has(path))),
    added,
    removed,
    most: most?.[0],
  };
}

function countLines(result: Raw | undefined): readonly [number | undefined, number | undefined] {
  const patch = result?.structuredPatch;
  if (result?.type === 'create' && typeof result.content === 'string')
    return [result.content.split('\n').length - (result.content.endsWith('\n') ? 1 : 0), 0];
  if (!Array.isArray(patch) || (patch.length === 0 && result?.type !== 'update'))
    return [undefined, undefined];
  const all = patch.flatMap((hunk: Raw) => hunk.lines as string[]);
  return [
    all.filter((line) => line.startsWith('+')).length,
    all.filter((line) => line.startsWith('-')).length,
  ];
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

/** Compactions of a conversation, and the agents that its results name and that have lines of their own, or that its progress tells. */
export function countGraph(
  entries: readonly Raw[],
  agents: readonly (readonly Raw[])[] = [],
): { readonly compactions: number; readonly agents: number } {
  const boundaries = entries.filter(({ subtype }) => subtype === 'compact_boundary');
  const readable = new Set(agents.flatMap((lines) => lines.map(({ agentId }) => agentId)));
  const named = entries.map(({ toolUseResult }) => (toolUseResult as Raw | undefined)?.agentId);
  const told = entries.map(({ type, data }) =>
    type === 'progress' ? (data as Raw | undefined)?.agentId : undefined,
  );
  return {
    compactions: new Set(boundaries.map(({ uuid }) => uuid)).size,
    agents: new Set(
      [...named.filter((id) => readable.has(id)), ...told].filter((id) => typeof id === 'string'),
    ).size,
  };
}

function blocksOf({ message }: Raw): readonly Raw[] {
  const content = (message as Raw | undefined)?.content;
  return Array.isArray(content) ? content : [];
}
