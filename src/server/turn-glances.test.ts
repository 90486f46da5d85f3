import { expect, test } from 'vitest';
import { joinBytes } from '../base/bytes.ts';
import { damage } from '../forge/damage.ts';
import { forgeLargeSession } from '../forge/forge-large.ts';
import { parseLog } from '../log/read-log.ts';
import { openTranscript } from '../render/transcript.ts';
import { WebThread } from '../render/web/web-thread.ts';
import { buildThread } from '../session/session.ts';
import { glanceTurns, type TurnGlance } from './turn-glances.ts';
import { outlineTurns } from './turns-view.ts';

const bytes = joinBytes([...forgeLargeSession({ seed: 'glances', bytes: 3_300_000 })]);
const KINDS = ['dangling-parent', 'removed-result', 'duplicate-line', 'torn-last-line'];

test.each([
  ['a whole session', bytes],
  ['a damaged one', damage(bytes, { seed: 'glances', kinds: KINDS })],
  // [G4] Summaries whose boundaries are gone are compactions of their own.
  ['one without boundaries', without(bytes, '"compact_boundary"')],
])('what is read of turns without their rows is what the outline says of them: %s', (_, content) => {
  const thread = buildThread(parseLog(content));
  const transcript = openTranscript({ sessionId: 'a', title: undefined, thread, agents: [] });
  const { turns } = outlineTurns({ web: new WebThread(transcript) }, undefined);
  const told = turns.map(
    ({ number, prompt, start, exchanges, model, contextAfter, usage, compactions }): TurnGlance => ({
      number,
      prompt,
      exchanges,
      usage,
      compactions: compactions.map(({ row: _row, ...mark }) => mark),
      ...(start === undefined ? {} : { start }),
      ...(model === undefined ? {} : { model }),
      ...(contextAfter === undefined ? {} : { contextAfter }),
    }),
  );
  expect(glanceTurns(transcript)).toEqual(told);
  expect(told.some(({ compactions }) => compactions.length > 0)).toBe(true);
});

function without(content: Uint8Array, words: string): Uint8Array {
  const lines = new TextDecoder().decode(content).split('\n');
  return new TextEncoder().encode(lines.filter((line) => !line.includes(words)).join('\n'));
}
