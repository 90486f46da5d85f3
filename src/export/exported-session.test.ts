import { expect, test } from 'vitest';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { collectLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { chosenTranscript, prepareExport } from './exported-session.ts';

test('the head of an export of one turn has the figures of that turn', async () => {
  const thread = buildThread(await collectLog([mainBytes(forgeSession({ seed: 7, turns: 4 }))]));
  const open = { sessionId: 's', file: 's.jsonl', thread, agents: [] };
  const whole = chosenTranscript(prepareExport(open, {}), 'reference');
  for (const { number } of whole.turns) {
    const { header, turns, turnRows } = chosenTranscript(
      prepareExport(open, { turn: `${number}` }),
      'reference',
    );
    const head = turns.flatMap(turnRows).find((row) => row.kind === 'turn');
    expect(header).toMatchObject({ toolCalls: head?.toolCalls, tokens: head?.tokens });
    expect(header.tokens).not.toEqual(whole.header.tokens);
  }
});
