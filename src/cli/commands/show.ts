// `clew show`: reads a session in the terminal, or gives its original lines, or its model as JSON.
import { escapeControls } from '../../base/escape-controls.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { Refusal } from '../../base/refusal.ts';
import { linkOpenAgents, type OpenSession } from '../../load/open-session.ts';
import { readAgent } from '../../render/agent-rows.ts';
import { makeClock } from '../../render/format.ts';
import { noteText } from '../../render/note-text.ts';
import { originalLines } from '../../render/original-lines.ts';
import { pickAgent } from '../../render/pick-agent.ts';
import { pickBranch } from '../../render/pick-branch.ts';
import { pickTurns } from '../../render/pick-turns.ts';
import { agentJson, branchJson, sessionJson, turnJson } from '../../render/session-json.ts';
import { branchLines } from '../../render/terminal/branch-lines.ts';
import { loadHighlight } from '../../render/terminal/highlight.ts';
import { makePalette } from '../../render/terminal/palette.ts';
import { makeRowWriter, type RowWriter } from '../../render/terminal/row-writer.ts';
import {
  openTranscript,
  otherAgents,
  type Transcript,
  type TranscriptSource,
} from '../../render/transcript.ts';
import type { AgentNode, AgentTree } from '../../session/agents.ts';
import { notesByTurn } from '../../session/note.ts';
import { buildThread } from '../../session/session.ts';
import { sessionTitle } from '../../session/titles.ts';
import type { Turn } from '../../session/turns.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { notesOf } from '../notes-of.ts';
import { openSelected } from '../open-selected.ts';
import { type Output, openOutput } from '../pager.ts';
import { shortId } from '../short-id.ts';

export const showCommand: CommandSpec = {
  name: 'show',
  args: '[selector]',
  summary: 'read a session: turns, thinking, tool calls with results, diffs, agents',
  description:
    'Reads a session in the terminal: turn by turn, tool calls as one line with the beginning of their results, ' +
    'edits as diffs, agents beside the thread that started them. Without a selector: the newest session.',
  flags: [
    { flags: '--turn <range>', text: 'only these turns: 3, 3..7, 3.., ..7 or last' },
    { flags: '--branch <branch>', text: 'another branch, by number or leaf; "list" lists them' },
    { flags: '--agent <id>', text: "an agent's own transcript" },
    { flags: '--full', text: 'everything: whole results, thinking, agents, housekeeping' },
    { flags: '--thinking', text: 'thinking unfolded' },
    {
      flags: '--raw',
      text: 'the original lines of what would be shown, byte for byte',
      against: ['--json', '--full', '--thinking'],
    },
    { flags: '--no-pager', text: 'print straight away, without $PAGER' },
  ],
  examples: [
    ['clew show', 'the newest session'],
    ['clew show a1b2c3 --turn last', 'how it ended'],
    ['clew show a1b2c3 --turn 3..7 --full', 'five turns with everything in them'],
    ['clew show a1b2c3 --branch list', 'the ways the conversation went'],
    ['clew show a1b2c3 --turn 3 --raw', 'the lines of a turn as they stand in the file'],
  ],
  run: runShow,
};

async function runShow(context: CliContext, input: CommandInput): Promise<number> {
  if (textFlag(input, 'branch') === 'list' && (input.flags.raw === true || input.flags.turn !== undefined))
    throw new Refusal(
      'only-a-list',
      '--branch list shows no turns.',
      'Name one of its branches to read: --branch 2.',
    );
  const { selection, session } = await openSelected(context, input, 'latest');
  const tree = linkOpenAgents(session);
  const whole: TranscriptSource = {
    sessionId: session.sessionId,
    title: sessionTitle(session.thread.lines).title || undefined,
    thread: session.thread,
    agents: tree.children,
    otherAgents: otherAgents(tree),
    agentId: selection.kind === 'agent' ? selection.agent.agentId : undefined,
  };
  const wantedAgent = textFlag(input, 'agent');
  const agent = wantedAgent === undefined ? undefined : pickAgent(tree.all, wantedAgent);
  const source = agent ? agentSource(session, agent) : whole;
  const wantedBranch = textFlag(input, 'branch');
  if (wantedBranch === 'list') return listBranches(source, context, input);
  const branch = wantedBranch === undefined ? undefined : pickBranch(source.thread.branches, wantedBranch);
  // Nesting agents costs the reading of each: only what prints them pays for it.
  const nest = !input.json && input.flags.raw !== true;
  const transcript = openTranscript({ ...source, branch }, { agents: nest ? 'nested' : 'reference' });
  const turns = pickTurns(transcript.turns, textFlag(input, 'turn'));
  const shown: Shown = { source, transcript, turns, whole: textFlag(input, 'turn') === undefined };
  if (input.flags.raw === true) await printRaw(shown, context);
  else if (input.json)
    await printJson(shown, agent?.file ?? session.file, agent ? agent.children : treeAgents(tree), context);
  else await printText(shown, context, input);
  return transcript.turns.length === 0 ? 1 : 0;
}

interface Shown {
  readonly source: TranscriptSource;
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  /** Whether all turns are shown, with what stands before and behind them. */
  readonly whole: boolean;
}

function agentSource(session: OpenSession, node: AgentNode): TranscriptSource {
  const { thread, conversation } = readAgent(node);
  return {
    sessionId: session.sessionId,
    title: node.description ?? node.agentType ?? node.prompt?.split('\n', 1)[0],
    thread: thread ?? buildThread(node.entries, 'agent'),
    ...(thread ? {} : { conversation }),
    agents: node.children,
    agentId: node.agentId,
  };
}

function treeAgents(tree: AgentTree): AgentNode[] {
  return [...tree.children, ...otherAgents(tree)];
}

async function listBranches(
  source: TranscriptSource,
  context: CliContext,
  input: CommandInput,
): Promise<number> {
  const { branches } = source.thread;
  if (input.json) {
    await context.print(`${toJson({ sessionId: source.sessionId, branches: branches.map(branchJson) })}\n`);
    return 0;
  }
  if (branches.length === 0) await context.print('The session has no branches: nothing was said in it.\n');
  const lines = branchLines(branches, context.columns, makePalette(context.color), makeClock(context.env.TZ));
  for (const line of lines) await context.print(`${line}\n`);
  return 0;
}

async function printText(shown: Shown, context: CliContext, input: CommandInput): Promise<void> {
  const { source, transcript, turns, whole } = shown;
  const palette = makePalette(context.color);
  const writer = makeRowWriter({
    palette,
    highlight: context.color ? await loadHighlight(palette) : undefined,
    columns: context.columns,
    terminal: context.terminal,
    full: input.flags.full === true,
    thinking: input.flags.thinking === true,
    timeZone: context.env.TZ || undefined,
    command: commandFor(source, input),
  });
  const output = openOutput(context, {
    wanted: input.flags.pager !== false,
    rows: context.rows,
  });
  await output.write(writer.write(transcript.header));
  if (transcript.turns.length === 0) {
    await output.write(`${emptyWords(source)}\n`);
  }
  if (whole) await writeRows(transcript.openingRows(), writer, output);
  const notes = source.agentId === undefined ? await notesOf(context, source.sessionId) : [];
  const onTurns = notesByTurn(notes, turns);
  for (const turn of turns) {
    if (output.closed()) break;
    const [head, ...rows] = transcript.turnRows(turn);
    if (head) await writeRows([head], writer, output);
    for (const note of onTurns.get(turn.number) ?? []) await output.write(noteText(note, palette));
    await writeRows(rows, writer, output);
  }
  if (whole) await writeRows(transcript.closingRows(), writer, output);
  await output.end();
}

function emptyWords({ thread }: TranscriptSource): string {
  const foreign = thread.entries.length === 0 && thread.lines.some((line) => line.kind === 'unreadable');
  return foreign
    ? 'No line of this file is an entry of a session.'
    : 'The session is empty: nothing was said in it.';
}

async function writeRows(
  rows: ReturnType<Transcript['turnRows']>,
  writer: RowWriter,
  output: Output,
): Promise<void> {
  for (const row of rows) {
    const text = writer.write(row);
    if (text !== '') await output.write(text);
    if (output.closed()) return;
  }
}

// What a person would type to see more of the same: the names given here, with an id in place of `latest`.
function commandFor(source: TranscriptSource, input: CommandInput): string {
  const typed = input.args[0];
  const named = typed === undefined || typed === 'latest' || typed.startsWith('project:') ? undefined : typed;
  const flags = ['branch', 'agent'].flatMap((name) => {
    const value = textFlag(input, name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const homes = input.homes.flatMap((home) => ['--home', home]);
  const words = ['clew', 'show', named ?? shortId(source.sessionId), ...homes, ...flags];
  return words.map(quoteWord).join(' ');
}

async function printRaw({ source, transcript, turns, whole }: Shown, context: CliContext): Promise<void> {
  const { print } = context;
  const beside = [...(whole ? [undefined] : []), ...turns].flatMap((turn) => [
    ...transcript.besideLines(turn),
  ]);
  const newline = Uint8Array.of(0x0a);
  for (const line of originalLines(source.thread, turns, beside)) {
    if (line.kind === 'unreadable' && line.reason === 'too-long') {
      throw new Refusal(
        'line-too-long',
        `Line ${line.place.line} is too long to be held in memory.`,
        'Choose turns without it: --turn 3..7.',
      );
    }
    await print(line.raw);
    if (line.terminated) await print(newline);
  }
}

// Turn by turn, because the whole of a long session would not fit into one string.
async function printJson(
  { source, transcript, turns }: Shown,
  file: string,
  agents: readonly AgentNode[],
  context: CliContext,
): Promise<void> {
  const { thread } = source;
  const head = {
    session: sessionJson(transcript.header, file, thread.problems),
    branches: thread.branches.map(branchJson),
  };
  await context.print(`${toJson(head).slice(0, -1)},"turns":[`);
  for (const [i, turn] of turns.entries()) {
    await context.print(`${i === 0 ? '' : ','}\n${toJson(turnJson(turn, transcript.turnRows(turn)))}`);
  }
  await context.print(`],\n"agents":${toJson(agents.map(agentJson))}}\n`);
}

// JSON may be looked at on a terminal, too: what JSON.stringify leaves as it is must not steer one.
function toJson(value: unknown): string {
  return escapeControls(JSON.stringify(value));
}
