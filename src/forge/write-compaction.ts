// Writes a compaction: the boundary, the summary, and what the client of the era adds around them [G4].
import type { JsonObject } from '../base/json.ts';
import type { SessionWriter } from './session-writer.ts';
import { textTokens } from './token-meter.ts';
import { commandText, userBody, writeCaveat, writeUserText } from './write-prompt.ts';

export interface CompactionOptions {
  /** The boundary names a logical parent that is not in the file. */
  readonly dangling?: boolean;
  /** Asked for by `/compact` instead of a full context. */
  readonly manual?: boolean;
}

/** Does nothing in clients that wrote no boundary. */
export function writeCompaction(session: SessionWriter, options: CompactionOptions = {}): void {
  const { main, era, random } = session;
  if (era.compaction === 'none' || main.tip === null) return;
  const before = main.meter.context;
  const logicalParent = options.dangling ? random.uuid() : main.tip;
  const kept = lastAnswer(main.lines);
  const summaryUuid = random.uuid();
  const summary = summaryText(session);
  session.pass(20_000, 70_000);
  const measured = { durationMs: random.int(18_000, 66_000), postTokens: textTokens(summary) + 4_000 };
  const compactMetadata: JsonObject = {
    trigger: options.manual ? 'manual' : 'auto',
    preTokens: before,
    ...(era.compaction === 'plain' ? {} : measured),
    ...(era.compaction === 'preserved' && kept ? preserved(kept, summaryUuid, before) : {}),
  };
  const boundary = main.link(
    (uuid, timestamp) => ({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      timestamp,
      uuid,
      level: 'info',
      compactMetadata,
    }),
    { parent: null, logicalParent },
  );
  main.link(
    (uuid, timestamp) => {
      const body = userBody(session, summary, uuid, timestamp);
      const { uuid: _, timestamp: __, ...rest } = body;
      return { ...rest, isVisibleInTranscriptOnly: true, isCompactSummary: true, uuid, timestamp };
    },
    { parent: boundary, uuid: summaryUuid },
  );
  main.meter.reset(12_000 + textTokens(summary));
  if (!options.manual) return;
  writeCaveat(session);
  writeUserText(main, commandText('compact', ''));
  writeUserText(
    main,
    '<local-command-stdout>\u001b[2mCompacted (ctrl+o to see full summary)\u001b[22m</local-command-stdout>',
  );
}

function preserved(kept: string, anchorUuid: string, before: number): JsonObject {
  return {
    preservedSegment: { headUuid: kept, anchorUuid, tailUuid: kept },
    preservedMessages: { anchorUuid, uuids: [kept], allUuids: [kept] },
    cumulativeDroppedTokens: before,
  };
}

function lastAnswer(lines: readonly string[]): string | undefined {
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] as string;
    if (!line.includes('"type":"assistant"')) continue;
    return (JSON.parse(line) as { uuid?: string }).uuid;
  }
  return undefined;
}

function summaryText(session: SessionWriter): string {
  const { cast } = session;
  const asked = session.prompts.slice(-8).map((prompt, n) => `${n + 1}. ${firstLine(prompt)}`);
  return [
    'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.',
    '',
    'Summary:',
    '1. What was asked for:',
    ...asked.map((line) => `   ${line}`),
    '2. Files that matter:',
    `   - src/${cast.things}/list.ts: paging and sorting of ${cast.things}`,
    `   - src/${cast.things}/list.test.ts: the tests that were failing`,
    `3. State: all tests pass on \`${session.branch}\`; ${cast.ticket} is ready for review.`,
    '4. Next: wait for the next request.',
  ].join('\n');
}

function firstLine(text: string): string {
  return (text.split('\n')[0] as string).slice(0, 160);
}
