// Writes a turn of a story from the prompt to the lines that close it, and the lines that open and close a session.
import { atLeast } from './eras.ts';
import type { SessionWriter } from './session-writer.ts';
import type { StoryTurn } from './story.ts';
import { present } from './thread-writer.ts';
import { newAgentId, writeInternalAgent } from './write-agent.ts';
import { writeAttachment } from './write-attachment.ts';
import { type ExchangeOptions, writeExchange } from './write-exchange.ts';
import { writePrompt } from './write-prompt.ts';

export interface TurnOptions {
  /** Another parent than the last answer: the turn opens a branch. */
  readonly parent?: string | null;
  /** What happens to the last exchange. */
  readonly ending?: ExchangeOptions;
}

export function writeTurn(session: SessionWriter, turn: StoryTurn, options: TurnOptions = {}): void {
  const { main } = session;
  session.pass(4_000, 90_000);
  const startedAt = session.now;
  const parent = options.parent === undefined ? {} : { parent: options.parent };
  writePrompt(session, turn.prompt, turn.images, parent);
  if (session.options.attachments && session.has('attachment')) {
    if (session.turnEnds.length === 0) writeStartAttachments(session);
    else if (session.random.chance(0.3)) writeAttachment(main, 'task_reminder');
  }
  const last = turn.exchanges.length - 1;
  for (const [n, exchange] of turn.exchanges.entries()) {
    writeExchange(main, exchange, n === last ? options.ending : {});
  }
  for (const event of session.afterTurn.splice(0)) event();
  if (options.ending === undefined) closeTurn(session, startedAt);
  session.turnEnds.push(main.tip ?? '');
}

/** Lines at the head of a session, and the internal agents of its start. */
export function openSession(session: SessionWriter): void {
  const { main, id: sessionId } = session;
  if (session.has('permission-mode'))
    main.beside({ type: 'permission-mode', permissionMode: 'default', sessionId });
  if (session.has('mode')) main.beside({ type: 'mode', mode: 'normal', sessionId });
  if (session.has('atis-latch')) main.beside({ type: 'atis-latch', latched: false, sessionId });
}

export function writeWarmups(session: SessionWriter): void {
  const { random, era } = session;
  for (let n = 0; n < era.warmups; n++) {
    const id = newAgentId(session);
    if (id === undefined) return;
    writeInternalAgent(
      session,
      id,
      'Warmup',
      "I'm ready. Which part of the code should I look at?",
      writeExchange,
    );
  }
  if (era.warmups > 0 || !atLeast(era, '2.1.20')) return;
  const suggest = '[SUGGESTION MODE: suggest what the user might type next]';
  writeInternalAgent(session, `aprompt_suggestion-${random.hex(6)}`, suggest, 'run the tests', writeExchange);
}

/** Lines at the end of a session: its title, its last prompt, the client's ledger. */
export function closeSession(session: SessionWriter, title: string): void {
  const { main, era, id: sessionId } = session;
  const leafUuid = main.tip ?? undefined;
  if (era.title === 'summary') {
    // Before 2.1.63 the title was written by the next start: at the head of the file as often as at its end.
    const line = JSON.stringify({ type: 'summary', summary: title, ...present({ leafUuid }) });
    if (session.random.chance(0.5)) main.lines.push(line);
    else main.lines.unshift(line);
  }
  if (era.title === 'custom-title') main.beside({ type: 'custom-title', customTitle: title, sessionId });
  if (era.title === 'ai-title') main.beside({ type: 'ai-title', aiTitle: title, sessionId });
  writeLastPrompt(session);
  if (session.has('cost-state')) writeCostState(session);
}

function writeLastPrompt(session: SessionWriter): void {
  const { main, era, id: sessionId, lastPrompt } = session;
  if (era.lastPrompt === 'text') main.beside({ type: 'last-prompt', lastPrompt, sessionId });
  if (era.lastPrompt === 'leaf')
    main.beside({ type: 'last-prompt', lastPrompt, leafUuid: main.tip, sessionId });
}

/** As long as hooks take in the middle of real sessions; no line but one of twenty there has the time of the line it hangs on. */
const HOOK_MS = 3000;

function closeTurn(session: SessionWriter, startedAt: number): void {
  const { main, random } = session;
  if (session.options.hooks && session.has('stop_hook_summary')) {
    session.now += HOOK_MS;
    main.link((uuid, timestamp) => ({
      type: 'system',
      subtype: 'stop_hook_summary',
      hookCount: 1,
      hookInfos: [{ command: 'npm run --silent lint' }],
      hookErrors: [],
      preventedContinuation: false,
      stopReason: '',
      hasOutput: true,
      level: 'suggestion',
      timestamp,
      uuid,
      toolUseID: random.uuid(),
    }));
  }
  if (!session.has('turn_duration')) return;
  session.now += 2;
  const messages = session.has('promptId') ? { messageCount: session.main.lines.length } : {};
  main.link((uuid, timestamp) => ({
    type: 'system',
    subtype: 'turn_duration',
    durationMs: session.now - startedAt,
    ...messages,
    timestamp,
    uuid,
    isMeta: false,
  }));
}

function writeStartAttachments(session: SessionWriter): void {
  const kinds = ['skill_listing', 'deferred_tools_delta'];
  if (session.options.hooks) kinds.unshift('hook_additional_context');
  if (atLeast(session.era, '2.1.150')) kinds.push('agent_listing_delta');
  if (atLeast(session.era, '2.1.260')) kinds.push('total_tokens_reminder');
  for (const kind of kinds) writeAttachment(session.main, kind);
}

/** USD per million tokens: input, output, cache read, 5-minute and 1-hour write [K5]. */
const PRICES: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  'claude-opus-5-5': [4, 20, 0.2, 5, 8],
  'claude-haiku-5-5': [0.1, 0.5, 0.01, 0.125, 0.2],
};

function writeCostState(session: SessionWriter): void {
  const { ledger } = session;
  const modelUsage = Object.fromEntries(
    [...session.charged].map(([model, { input, output, cacheRead, cacheWrite, cacheWrite1h }]) => {
      const [ofInput, ofOutput, ofRead, ofShort, ofLong] = PRICES[model] ?? [0, 0, 0, 0, 0];
      const writes = (cacheWrite - cacheWrite1h) * ofShort + cacheWrite1h * ofLong;
      const usage = {
        inputTokens: input,
        outputTokens: output,
        cacheReadInputTokens: cacheRead,
        cacheCreationInputTokens: cacheWrite,
        cacheCreationEphemeral1hInputTokens: cacheWrite1h,
        webSearchRequests: 0,
        costUSD: (input * ofInput + output * ofOutput + cacheRead * ofRead + writes) / 1e6,
      };
      return [model, usage];
    }),
  );
  session.main.beside({
    type: 'cost-state',
    sessionId: session.id,
    modelUsage,
    totalCostUSD: Object.values(modelUsage).reduce((sum, { costUSD }) => sum + costUSD, 0),
    totalDuration: session.now - session.options.startedAt,
    totalLinesAdded: ledger.added,
    totalLinesRemoved: ledger.removed,
    timestamp: session.timestamp(),
  });
}
