// What a peek beside the list shows of a session: its thread in a few knots, its last words, what it did.
import { textStart } from '../base/text-start.ts';
import { oneLine } from '../session/tool-view/summarise-tool-call.ts';
import { promptText } from '../session/turns.ts';
import type { PeekKnot, SessionPeek } from './api.ts';
import type { SessionModel } from './model/session-model.ts';
import { firstSent } from './turns-view.ts';

export type ModelPeek = Pick<SessionPeek, 'knots' | 'lastAnswer' | 'calls'>;

const MOST_KNOTS = 9;
const MOST_TEXT = 600;

export function viewPeek(model: SessionModel): ModelPeek {
  const { web } = model.view();
  const sentFrom = firstSent(web.facts);
  const knots = web.facts.flatMap((facts, at): (PeekKnot & { weight: number })[] => {
    const { turn, agents, compactions } = facts;
    if (turn.number === 0) return [];
    const compaction = compactions.some(({ compaction: { scope } }) => scope === 'full');
    const prompt = turn.prompt ? oneLine(promptText(turn.prompt).slice(0, 400), 160) : '';
    const weight =
      (compaction ? 1e9 : 0) +
      (agents > 0 ? 1e6 : 0) +
      (turn.kind === 'prompt' ? 1e3 : 0) +
      facts.output / 1e3;
    return [{ turn: turn.number, prompt, agents, compaction, sent: at >= sentFrom, weight }];
  });
  const texts = web.transcript.turns.flatMap(({ messages }) =>
    messages.filter(({ role }) => role === 'assistant'),
  );
  const last = texts.findLast(
    ({ blocks, apiError }) => !apiError && blocks.some(({ block }) => block.type === 'text'),
  );
  const words = last?.blocks.findLast(({ block }) => block.type === 'text')?.block.text;
  return {
    knots: chooseKnots(knots),
    calls: {
      total: web.facts.reduce((sum, { calls }) => sum + calls, 0),
      failed: web.facts.reduce((sum, { failedCalls }) => sum + failedCalls, 0),
    },
    ...(typeof words === 'string' ? { lastAnswer: textStart(words, MOST_TEXT) } : {}),
  };
}

// The first and the last, and between them those where most happened.
function chooseKnots(knots: readonly (PeekKnot & { readonly weight: number })[]): PeekKnot[] {
  const inner = knots.slice(1, -1).sort((a, b) => b.weight - a.weight);
  const kept = new Set([knots[0], knots.at(-1), ...inner.slice(0, MOST_KNOTS - 2)]);
  return knots.filter((knot) => kept.has(knot)).map(({ weight: _, ...knot }) => knot);
}
