// Things that happen between or in the middle of turns: branches, cancelled prompts, queued ones, errors, commands.
import { atLeast } from './eras.ts';
import type { SessionWriter } from './session-writer.ts';
import type { StoryTurn } from './story.ts';
import { writeSynthetic } from './write-answer.ts';
import { writeAttachment } from './write-attachment.ts';
import { writeExchange } from './write-exchange.ts';
import {
  commandText,
  imageBlock,
  userBody,
  writeCommand,
  writeInterruption,
  writePrompt,
  writeQueueOperation,
  writeUserText,
} from './write-prompt.ts';
import { writeTurn } from './write-turn.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

/** Two prompts on one parent, both answered: two clients had the session open. It goes on at the first one. */
export function writeFork(session: SessionWriter, left: StoryTurn, right: StoryTurn): void {
  const { main } = session;
  const parent = main.tip;
  writeTurn(session, left);
  const tip = main.tip;
  writeTurn(session, right, { parent });
  main.tip = tip;
}

/** The user goes back one turn and asks for something else: the turn left behind stays as a branch. */
export function writeRewind(session: SessionWriter, left: StoryTurn, instead: StoryTurn): void {
  const { main } = session;
  const parent = main.tip;
  writeTurn(session, left);
  session.pass(5_000, 60_000);
  writeTurn(session, instead, { parent });
  if (atLeast(session.era, '2.1.325')) writeExplicit(session);
}

/** Esc before the first token [U4]. */
export function writeCancelled(session: SessionWriter, prompt: string): void {
  const { main } = session;
  const tip = main.tip;
  session.pass(3_000, 30_000);
  writePrompt(session, prompt);
  session.pass(300, 1_500);
  if (session.era.cancelled === 'interruption') {
    writeInterruption(main, false);
    return;
  }
  main.tip = tip;
  if (atLeast(session.era, '2.1.325')) writeExplicit(session);
}

/** A prompt typed while the model works, picked up in the middle of the turn. */
export function writeQueued(session: SessionWriter, turn: StoryTurn, queued: string): void {
  const { main, era, random } = session;
  const [first, ...rest] = turn.exchanges;
  session.pass(4_000, 20_000);
  writePrompt(session, turn.prompt);
  if (first) writeExchange(main, first);
  if (era.queuedPrompt !== 'nowhere') {
    writeQueueOperation(session, 'enqueue', queued);
    session.pass(200, 3_000);
    writeQueueOperation(session, 'remove');
  }
  if (era.queuedPrompt === 'attachment') {
    const ids = atLeast(era, '2.1.325') ? { source_uuid: random.uuid(), delivery_id: random.uuid() } : {};
    writeAttachment(main, 'queued_command', { prompt: queued, commandMode: 'prompt', ...ids });
  }
  for (const exchange of rest) writeExchange(main, exchange);
  session.turnEnds.push(main.tip ?? '');
}

/** The API fails: retries are logged from 2.0.76 on; in the end it works, or the client says that it gave up. */
export function writeApiErrors(session: SessionWriter, turn: StoryTurn, givesUp: boolean): void {
  const { main, random } = session;
  session.pass(4_000, 20_000);
  writePrompt(session, turn.prompt);
  const status = random.pick([529, 500, 503]);
  for (let attempt = 1; session.has('api_error') && attempt <= random.int(1, 3); attempt++) {
    const retryInMs = 500 * 2 ** attempt * (1 + random.fraction() / 4);
    main.link((uuid, timestamp) => ({
      type: 'system',
      subtype: 'api_error',
      level: 'error',
      error: { status, error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      retryInMs,
      retryAttempt: attempt,
      maxRetries: 10,
      timestamp,
      uuid,
    }));
    session.now += Math.round(retryInMs);
  }
  if (givesUp)
    writeSynthetic(main, `API Error: ${status} Overloaded. Try again in a moment.`, 'server_error');
  else for (const exchange of turn.exchanges) writeExchange(main, exchange);
  session.turnEnds.push(main.tip ?? '');
}

/** One prompt with images, logged several times at one timestamp, each time with fewer blocks [G8]. */
export function writePhantoms(session: SessionWriter, turn: StoryTurn): void {
  const { main } = session;
  session.pass(4_000, 20_000);
  const parent = main.tip;
  const timestamp = session.timestamp();
  const blocks = [{ type: 'text', text: turn.prompt }, imageBlock(session), imageBlock(session)];
  let richest = '';
  for (let count = blocks.length; count >= 1; count--) {
    const content = blocks.slice(0, count);
    const uuid = main.link((id, at) => userBody(session, content, id, at), { parent, timestamp });
    richest ||= uuid;
  }
  main.tip = richest;
  session.prompts.push(turn.prompt);
  for (const exchange of turn.exchanges) writeExchange(main, exchange);
  session.turnEnds.push(main.tip ?? '');
}

/** Slash commands: one the client answers, one that becomes a prompt, and a rename. */
export function writeCommands(session: SessionWriter, turn: StoryTurn, title: string): void {
  const { main, id: sessionId } = session;
  session.pass(2_000, 9_000);
  writeCommand(session, 'model', 'default', `Set model to \u001b[1mDefault\u001b[22m`);
  if (session.has('local_command')) {
    main.beside({ type: 'custom-title', customTitle: title, sessionId });
    main.beside({ type: 'agent-name', agentName: title, sessionId });
    for (const content of [commandText('rename', title), '<local-command-stdout></local-command-stdout>']) {
      main.link((uuid, timestamp) => ({
        type: 'system',
        subtype: 'local_command',
        content,
        level: 'info',
        timestamp,
        uuid,
        isMeta: false,
      }));
    }
  }
  session.pass(2_000, 9_000);
  writeUserText(
    main,
    `<command-message>review is running…</command-message>\n<command-name>/review</command-name>`,
  );
  writeUserText(main, [{ type: 'text', text: turn.prompt }], true);
  for (const exchange of turn.exchanges) writeExchange(main, exchange);
  session.turnEnds.push(main.tip ?? '');
}

function writeExplicit(session: SessionWriter): void {
  session.main.beside({ type: 'last-prompt', leafUuid: NIL, explicit: true, sessionId: session.id });
}
