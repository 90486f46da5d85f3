// Sums up one session file for a list: title, project, prompts, times, turns, tool calls, tokens, agents, health.

import { stringField } from '../base/json.ts';
import { textStart } from '../base/text-start.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { openByteSource } from '../disk/read-file.ts';
import { SYNTHETIC } from '../log/fields.ts';
import type { Line } from '../log/line.ts';
import { parseLine } from '../log/parse-line.ts';
import { LineSplitter } from '../log/split-lines.ts';
import { branchEntries } from '../session/branches.ts';
import type { Message } from '../session/messages.ts';
import { activeBranch, buildThread, type Thread } from '../session/session.ts';
import { groupTurns, promptText, type Turn } from '../session/turns.ts';
import { contextTokens } from '../session/usage.ts';
import { countAgents } from './count-agents.ts';
import { type Glance, glanceLines } from './glance-file.ts';
import { pruneLine } from './prune-line.ts';
import { type ListTitle, readTitle } from './read-title.ts';

/** `problems`: broken links. `unreadable`: lines that are not entries. `missing`: agents are there, the session's file is not. */
export type Health = 'ok' | 'problems' | 'unreadable' | 'missing';

/** A session in one line: title, project, counts, tokens, health. */
export interface FileSummary {
  readonly sessionId: string;
  readonly file: string;
  /** The working directory in the entries [F1], never a guess from the folder's name. */
  readonly project: string | undefined;
  readonly title: string | undefined;
  readonly titleSource: ListTitle['titleSource'];
  readonly firstPrompt: string | undefined;
  readonly lastPrompt: string | undefined;
  /** Milliseconds: the first and the last line that has a time; `modified` falls back to the file's own. */
  readonly created: number | undefined;
  readonly modified: number;
  readonly fileModified: number;
  readonly bytes: number;
  readonly lines: number;
  /** Turns of the active branch [U3]. */
  readonly turns: number;
  /** Distinct calls of the main thread, those on branches left behind too. */
  readonly toolCalls: number;
  /** What the last answer's request held [K1]. */
  readonly contextTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** True where some answer's output is only "at least" [M3]. */
  readonly outputAtLeast: boolean;
  readonly branches: number;
  readonly agents: number;
  readonly model: string | undefined;
  readonly version: string | undefined;
  readonly gitBranch: string | undefined;
  readonly health: Health;
  readonly problems: number;
  readonly unreadableLines: number;
  /** Nothing a person asked and nothing a model said: warm-ups, titles, snapshots only. */
  readonly empty: boolean;
}

/** Reads the file once, holding no bodies. The result is that of a full parse: what is let go is not counted here. */
export async function summariseFile(session: SessionFile, glance?: Glance): Promise<FileSummary> {
  const lines: Line[] = [];
  const splitter = new LineSplitter();
  // Not by `readLogFile`, which waits for each line: over a home of many files that is a good part of the time.
  for await (const chunk of openByteSource(session.file)) {
    for (const raw of splitter.push(chunk)) lines.push(pruneLine(parseLine(raw)));
  }
  for (const raw of splitter.end()) lines.push(pruneLine(parseLine(raw)));
  return summariseLines(session, lines, glance);
}

/** The same for lines already read, pruned or whole. */
export async function summariseLines(
  session: SessionFile,
  lines: readonly Line[],
  glance: Glance = glanceLines(lines, session.project),
): Promise<FileSummary> {
  return summariseThread(session, readMainTurns(lines), glance);
}

/** A file's thread with the turns of its active branch. */
export interface MainTurns {
  readonly thread: Thread;
  readonly turns: readonly Turn[];
  /** What models said on that branch, a message each. */
  readonly answers: readonly Message[];
}

export function readMainTurns(lines: readonly Line[]): MainTurns {
  const thread = buildThread(lines);
  // Not `readConversation`, which joins the messages once more for the branch as a whole.
  const branch = activeBranch(thread);
  const turns = groupTurns(branchEntries(branch));
  return { thread, turns, answers: turns.flatMap((turn) => turn.messages).filter(isModelAnswer) };
}

export async function summariseThread(
  session: SessionFile,
  { thread, turns, answers }: MainTurns,
  glance: Glance,
): Promise<FileSummary> {
  const { lines } = thread;
  const prompts = turns.filter((turn) => turn.kind !== 'opening');
  const typed = prompts.filter((turn) => turn.kind === 'prompt');
  const firstPrompt = textOf(typed[0] ?? prompts[0]);
  const unreadableLines = lines.filter((line) => line.kind === 'unreadable').length;
  const problems = thread.problems.filter((problem) => problem.severity !== 'note').length;
  return {
    sessionId: session.sessionId,
    file: session.file,
    project: glance.project,
    ...(await readTitle(session, lines)),
    firstPrompt,
    lastPrompt: textOf(typed.at(-1) ?? prompts.at(-1)),
    created: glance.created,
    modified: glance.modified ?? session.modified,
    fileModified: session.modified,
    bytes: session.bytes,
    lines: lines.length,
    turns: prompts.length,
    toolCalls: countToolCalls(thread),
    ...sumTokens(answers),
    branches: thread.branches.length,
    agents: await countAgents(session, thread),
    model: answers.findLast((message) => message.model)?.model,
    version: lastField(thread, 'version'),
    gitBranch: lastField(thread, 'gitBranch'),
    health: unreadableLines > 0 ? 'unreadable' : problems > 0 ? 'problems' : 'ok',
    problems,
    unreadableLines,
    empty: !turns.some((turn) => turn.kind !== 'opening' || turn.exchanges > 0),
  };
}

/** A prompt can be a whole file pasted in; a list needs its beginning. */
const MAX_PROMPT = 500;

function textOf(turn: Turn | undefined): string | undefined {
  if (!turn?.prompt) return undefined;
  const text = promptText(turn.prompt);
  if (text === '') return undefined;
  return text.length > MAX_PROMPT ? `${textStart(text, MAX_PROMPT)}…` : text;
}

function isModelAnswer(message: Message): boolean {
  return message.role === 'assistant' && message.model !== SYNTHETIC && !message.apiError;
}

function countToolCalls(thread: Thread): number {
  const ids = new Set<string>();
  for (const { value } of thread.entries) {
    if (value.type !== 'assistant' || (thread.kind === 'main' && value.isSidechain === true)) continue;
    const message = value.message as { content?: unknown } | undefined;
    if (!Array.isArray(message?.content)) continue;
    for (const block of message.content)
      if (block?.type === 'tool_use' && typeof block.id === 'string') ids.add(block.id);
  }
  return ids.size;
}

function sumTokens(
  answers: readonly Message[],
): Pick<FileSummary, 'contextTokens' | 'outputTokens' | 'outputAtLeast'> {
  let output: number | undefined;
  let atLeast = false;
  let context: number | undefined;
  const counted = new Set<string>();
  for (const { id, usage } of answers) {
    // The lines of one message can stand in two turns, and each of them has its figures [M5].
    if (!usage || (id !== undefined && counted.has(id))) continue;
    if (id !== undefined) counted.add(id);
    output = (output ?? 0) + usage.output;
    if (!usage.outputFinal) atLeast = true;
    // An answer that was cut off before its first token has no figures: the one before it still tells.
    if (contextTokens(usage) > 0) context = contextTokens(usage);
  }
  return { contextTokens: context, outputTokens: output, outputAtLeast: atLeast };
}

function lastField(thread: Thread, name: string): string | undefined {
  const entry = thread.entries.findLast(({ value }) => !!stringField(value, name));
  return entry && stringField(entry.value, name);
}
