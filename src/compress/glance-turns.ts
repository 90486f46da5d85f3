// A glance at each turn for those who shorten its neighbours: what was asked and how it ended.
import { isObject } from '../base/json.ts';
import { textEnd, textStart } from '../base/text-start.ts';
import { contentText } from '../log/block.ts';
import { promptText } from '../session/turns.ts';
import type { Exchange } from '../transform/compress-exchanges.ts';
import type { Neighbours } from './make-batches.ts';

const MOST_PROMPT = 400;
const MOST_ANSWER = 400;

/** The turns are looked at when they are asked for: most never are. */
export function glanceTurns(exchanges: readonly Exchange[], mask: (text: string) => string): Neighbours {
  const byTurn = new Map<number, Exchange[]>();
  for (const exchange of exchanges) {
    const turn = byTurn.get(exchange.turn);
    if (turn) turn.push(exchange);
    else byTurn.set(exchange.turn, [exchange]);
  }
  const done = new Map<number, string>();
  return {
    glance: (turn) => {
      const own = byTurn.get(turn);
      if (!own || turn === 0) return undefined;
      const known = done.get(turn) ?? describe(turn, own, mask);
      done.set(turn, known);
      return known;
    },
  };
}

function describe(turn: number, exchanges: readonly Exchange[], mask: (text: string) => string): string {
  const items = exchanges.flatMap((exchange) => exchange.items);
  const prompt = exchanges[0]?.opensTurn ? items[0]?.entry : undefined;
  const asked = prompt ? textStart(mask(promptText(prompt)), MOST_PROMPT) : '';
  const answers = items
    .filter((item) => item.value.type === 'assistant' && isObject(item.value.message))
    .map((item) => contentText((item.value.message as { content?: never }).content).trim());
  const said = textEnd(mask(answers.findLast((text) => text !== '') ?? ''), MOST_ANSWER);
  return `Turn ${turn}, the user: ${asked}${said === '' ? '' : `\nTurn ${turn}, the assistant at last: ${said}`}`;
}
