// `clew tail`: follows one session, or all of them, while the client writes.
import { basename, sep } from 'node:path';
import { countOf } from '../../base/format-number.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { agentIdOf } from '../../disk/agent-file.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { findSessions } from '../../disk/find-sessions.ts';
import { LineFollower } from '../../disk/line-follower.ts';
import { LogWatcher } from '../../disk/log-watcher.ts';
import { noSessionsRefusal } from '../../disk/refuse-selector.ts';
import { type Selection, selectSession } from '../../disk/select-session.ts';
import type { Line } from '../../log/line.ts';
import { loadHighlight } from '../../render/terminal/highlight.ts';
import { makePalette } from '../../render/terminal/palette.ts';
import { makeRowWriter, type RowWriter } from '../../render/terminal/row-writer.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';
import { readCount } from '../read-flags.ts';
import { shortId } from '../short-id.ts';
import { TailThread } from './tail-thread.ts';

export const tailCommand: CommandSpec = {
  name: 'tail',
  args: '[selector]',
  summary: 'follow sessions while they are written',
  description:
    'Follows a session with its agents, or without a selector all sessions, and prints what is said and done as soon as it is complete: a tool call when its result is there. Ends with Ctrl-C. --json prints one JSON object per line.',
  flags: [
    {
      flags: '--turns <number>',
      text: 'how many turns to show first, of a session that was named (default 1)',
      against: ['--json'],
    },
    { flags: '--full', text: 'everything: whole results, thinking, housekeeping' },
    { flags: '--thinking', text: 'thinking unfolded' },
    { flags: '--poll', text: 'look again and again, for file systems that report no changes' },
  ],
  examples: [
    ['clew tail', 'whatever is going on'],
    ['clew tail latest', 'the newest session, from its last prompt on'],
    ['clew tail --json | jq .entry.type', 'for programs'],
  ],
  run: runTail,
};

async function runTail(context: CliContext, input: CommandInput): Promise<number> {
  const machine = machineOf(context);
  const homes = await findHomes(machine, input.homes);
  const turns = readCount(input, 'turns') ?? 1;
  const named = input.args[0];
  if (named === undefined && input.flags.turns !== undefined)
    throw new Refusal(
      'turns-of-what',
      '--turns is about one session.',
      'Name it: clew tail latest --turns 3.',
    );
  const selection = named === undefined ? undefined : await selectSession(named, { homes, machine });
  if (!selection && homes.length === 0) throw noSessionsRefusal(homes);
  const tail = new Tail(context, input, await makeWriterFor(context, input));
  const waiting = new Set<string>();
  let wake: (() => void) | undefined;
  context.stop?.addEventListener('abort', () => wake?.(), { once: true });
  const watcher = new LogWatcher({
    ...watchedBy(selection, homes),
    poll: input.flags.poll === true,
    onChange: ({ file, kind }) => {
      if (kind === 'removed' || !isOf(selection, file)) return;
      waiting.add(file);
      wake?.();
    },
  });
  try {
    await watcher.ready();
    if (selection) await tail.begin(selection.file, turns);
    else await tail.beginAll(homes);
    while (!context.stop?.aborted) {
      const files = [...waiting];
      waiting.clear();
      for (const file of files) await tail.follow(file);
      if (waiting.size > 0) continue;
      await new Promise<void>((go) => {
        wake = go;
        // Events can be lost; and what was written between the first reading and the first event has none.
        setTimeout(go, LOOK_AGAIN_MS).unref?.();
      });
      if (selection) waiting.add(selection.file);
    }
    return 0;
  } finally {
    await watcher.close();
  }
}

const LOOK_AGAIN_MS = 1000;

/** A session's agents are made while it is followed: its whole project is watched. */
function watchedBy(
  selection: Selection | undefined,
  homes: readonly string[],
): { readonly homes: readonly string[] } | { readonly files: readonly string[] } {
  if (!selection) return { homes };
  if (selection.kind !== 'session') return { files: [selection.file] };
  return { files: [selection.file, folderOf(selection.file)] };
}

/** Where what belongs to a session lies, if there is any [F2]. */
function folderOf(file: string): string {
  return file.slice(0, -'.jsonl'.length);
}

function isOf(selection: Selection | undefined, file: string): boolean {
  if (!selection || file === selection.file) return true;
  if (selection.kind !== 'session') return false;
  return file.startsWith(`${folderOf(selection.file)}${sep}`);
}

async function makeWriterFor(
  context: CliContext,
  input: CommandInput,
): Promise<(command: string) => RowWriter> {
  const palette = makePalette(context.color);
  const highlight = context.color ? await loadHighlight(palette) : undefined;
  return (command) =>
    makeRowWriter({
      palette,
      highlight,
      columns: context.columns,
      terminal: context.terminal,
      full: input.flags.full === true,
      thinking: input.flags.thinking === true,
      timeZone: context.env.TZ || undefined,
      command,
    });
}

interface Followed {
  readonly follower: LineFollower;
  readonly thread: TailThread;
  readonly writer: RowWriter;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
}

class Tail {
  readonly #context: CliContext;
  readonly #input: CommandInput;
  readonly #makeWriter: (command: string) => RowWriter;
  readonly #files = new Map<string, Followed>();
  /** How long the files were at the beginning: of those, only what comes is shown. */
  readonly #sizes = new Map<string, number>();
  #last: string | undefined;

  constructor(context: CliContext, input: CommandInput, makeWriter: (command: string) => RowWriter) {
    this.#context = context;
    this.#input = input;
    this.#makeWriter = makeWriter;
  }

  async begin(file: string, turns: number): Promise<void> {
    const followed = this.#open(file);
    const { lines } = followed.follower.read();
    const rows = followed.thread.open(lines, turns);
    if (this.#input.json) return;
    await this.#printHead(followed);
    for (const row of rows) await this.#context.print(followed.writer.write(row));
  }

  async beginAll(homes: readonly string[]): Promise<void> {
    const { sessions, orphans, looseAgents } = await findSessions(homes);
    const agents = [...sessions, ...orphans].flatMap((one) => one.agents);
    // Where each file ends now is where following begins; it is read when something comes.
    for (const { file, bytes } of [...sessions, ...agents, ...looseAgents]) this.#sizes.set(file, bytes);
    if (this.#input.quiet) return;
    const count = countOf(sessions.length, 'session');
    this.#context.printError(`Following ${count} and what is new; Ctrl-C ends.\n`);
  }

  async follow(file: string): Promise<void> {
    const followed = this.#files.get(file) ?? this.#open(file);
    const { restarted, lines: read } = followed.follower.read();
    if (restarted) followed.thread.clear();
    const size = this.#sizes.get(file) ?? 0;
    this.#sizes.delete(file);
    const old = read.filter(({ place }) => place.offset + place.length < size);
    if (old.length > 0) followed.thread.open(old, 0);
    const lines = read.slice(old.length);
    if (lines.length === 0) return;
    if (this.#input.json) {
      for (const line of lines) await this.#printJson(followed, line);
      return;
    }
    const rows = followed.thread.add(lines);
    const texts = rows.map((row) => followed.writer.write(row)).filter((text) => text !== '');
    if (texts.length === 0) return;
    if (this.#last !== file) await this.#printHead(followed);
    for (const text of texts) await this.#context.print(text);
  }

  #open(file: string): Followed {
    const agentId = agentIdOf(basename(file));
    const sessionId = sessionIdOf(file, agentId);
    // Whose agent a file of the flat layout is, its name does not tell [F2].
    const words = sessionId === undefined ? ['clew', 'show', file] : ['clew', 'show', shortId(sessionId)];
    if (sessionId !== undefined && agentId !== undefined) words.push('--agent', agentId);
    const followed: Followed = {
      follower: new LineFollower(file),
      thread: new TailThread({ sessionId: sessionId ?? '', agentId }),
      writer: this.#makeWriter(words.map(quoteWord).join(' ')),
      sessionId,
      agentId,
    };
    this.#files.set(file, followed);
    return followed;
  }

  async #printHead({ follower, thread, sessionId, agentId }: Followed): Promise<void> {
    this.#last = follower.file;
    const { strong, faint } = makePalette(this.#context.color);
    const id = sessionId === undefined ? undefined : stripToLine(shortId(sessionId));
    const agent = agentId === undefined ? undefined : `agent ${stripToLine(agentId)}`;
    const who = [agent, id].filter((one) => one !== undefined).join(' of ');
    await this.#context.print(
      `\n${faint('══')} ${strong(stripToLine(thread.title ?? '') || who)}  ${faint(who)}\n`,
    );
  }

  #printJson({ follower, sessionId, agentId }: Followed, line: Line): Promise<void> {
    if (line.kind === 'blank') return Promise.resolve();
    const { line: number, offset } = line.place;
    const document = {
      sessionId,
      agentId,
      file: follower.file,
      line: number,
      offset,
      ...(line.kind === 'entry' ? { entry: line.value } : { unreadable: line.reason }),
    };
    return this.#context.print(jsonText(document));
  }
}

/** From the file's name, or for an agent from the folder of its session, if it lies in one. */
function sessionIdOf(file: string, agentId: string | undefined): string | undefined {
  if (agentId === undefined) return basename(file, '.jsonl');
  const parts = file.split(/[/\\]/);
  return parts[parts.lastIndexOf('subagents') - 1];
}
