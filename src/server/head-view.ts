// The part of a session's head that only its model knows: branches, agents, rows, versions, times.
import { listChangedPaths } from '../files/list-files.ts';
import type { Branch } from '../session/branches.ts';
import { readConversation, type Thread } from '../session/session.ts';
import { oneLine } from '../session/tool-view/summarise-tool-call.ts';
import { promptText, type Turn } from '../session/turns.ts';
import { contextTokens } from '../session/usage.ts';
import { viewAgents } from './agents-view.ts';
import type { BranchLine, SessionHead } from './api.ts';
import type { SessionModel, ThreadView } from './model/session-model.ts';

export type ModelHead = Pick<
  SessionHead,
  | 'cwd'
  | 'versions'
  | 'models'
  | 'start'
  | 'end'
  | 'rows'
  | 'branchList'
  | 'agentTree'
  | 'turns'
  | 'toolCalls'
  | 'changedFiles'
>;

/** Comparing each branch with the active one costs its length: beyond this many only the names are told. */
const MOST_COMPARED = 24;
const MOST_PROMPT = 120;

export function viewHead(model: SessionModel): ModelHead {
  const view = model.view();
  const { header } = view.transcript;
  return {
    versions: header.versions,
    models: header.models,
    rows: view.web.total,
    turns: header.turns,
    toolCalls: header.toolCalls,
    changedFiles: listChangedPaths({ thread: view.thread, agents: model.agentThreads() }).size,
    branchList: listBranchLines(view.thread, view.transcript.turns),
    agentTree: viewAgents(model.agents, turnFinder(view)),
    ...(header.cwd === undefined ? {} : { cwd: header.cwd }),
    ...(header.start === undefined ? {} : { start: header.start }),
    ...(header.end === undefined ? {} : { end: header.end }),
  };
}

/** The turn of the active branch that shows a line. */
export function turnFinder(view: Pick<ThreadView, 'transcript'>): (line: number) => number | undefined {
  const turns = new Map<number, number>();
  for (const turn of view.transcript.turns) {
    for (const { place } of turn.entries) turns.set(place.line, turn.number);
  }
  return (line) => turns.get(line);
}

function listBranchLines(thread: Thread, active: readonly Turn[]): BranchLine[] {
  const known = new Set(active.map((turn) => turn.entries[0]));
  return thread.branches.map((branch, i) => {
    const base = branchLine(branch, i);
    if (branch.active || thread.branches.length > MOST_COMPARED) return base;
    const turns = readConversation(thread, branch).turns.filter((turn) => !known.has(turn.entries[0]));
    const [first, last] = [turns[0], turns.at(-1)];
    const usage = turns.flatMap(({ messages }) => messages).findLast((message) => message.usage)?.usage;
    return {
      ...base,
      ...(first && last ? { ownTurns: { from: first.number, to: last.number } } : {}),
      ...(first?.prompt
        ? { firstOwnPrompt: oneLine(promptText(first.prompt).slice(0, 500), MOST_PROMPT) }
        : {}),
      ...(usage ? { contextTokens: contextTokens(usage) } : {}),
    };
  });
}

function branchLine(branch: Branch, i: number): BranchLine {
  const time = (text: string | undefined) => (text === undefined ? Number.NaN : Date.parse(text));
  const [start, end] = [time(branch.firstTime), time(branch.lastTime)];
  return {
    number: i + 1,
    leaf: branch.leaf.uuid,
    active: branch.active,
    prompts: branch.prompts,
    ...(Number.isNaN(start) ? {} : { start }),
    ...(Number.isNaN(end) ? {} : { end }),
  };
}
