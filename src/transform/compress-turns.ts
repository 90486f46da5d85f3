// Puts one summary turn in the place of a run of turns: a short request and the summary as its answer.

import { isObject, type JsonObject } from '../base/json.ts';
import { SYNTHETIC } from '../log/fields.ts';
import { listExchanges } from './compress-exchanges.ts';
import type { TurnsUnit } from './compress-units.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';

/** A run of units that were all summarised, with their texts. */
interface Run {
  readonly from: number;
  to: number;
  readonly turn: number;
  lastTurn: number;
  readonly texts: string[];
}

/** `texts` by the ids of the units; turns of which a part has no summary stay whole. */
export function replaceTurns(
  session: CutSession,
  units: readonly TurnsUnit[],
  texts: ReadonlyMap<string, string>,
): Cut {
  const exchanges = listExchanges(session);
  let items = session.items;
  let turns = 0;
  // From the end, so that the places of earlier items hold.
  for (const run of listRuns(units, texts, (at) => exchanges[at]?.opensTurn ?? true).reverse()) {
    const gone = exchanges.slice(run.from, run.to).flatMap((exchange) => exchange.items);
    const prompt = gone.find((item) => item.value.type === 'user' && isObject(item.value.message));
    const answer = gone.findLast((item) => item.value.type === 'assistant' && isSpoken(item));
    if (!prompt || !answer) continue;
    const [first, last] = [items.indexOf(gone[0] as CutItem), items.indexOf(gone.at(-1) as CutItem)];
    const range = run.turn === run.lastTurn ? `Turn ${run.turn}` : `Turns ${run.turn} to ${run.lastTurn}`;
    const asked = `[${range} of this session, as a summary] What was asked and done there?`;
    const beside = items
      .slice(first, last + 1)
      .filter((item) => item.role === 'beside' && item.value.uuid === undefined);
    items = [
      ...items.slice(0, first),
      withText(prompt, asked),
      withText({ ...answer, turn: prompt.turn }, run.texts.join('\n\n')),
      ...beside,
      ...items.slice(last + 1),
    ];
    turns += new Set(exchanges.slice(run.from, run.to).map(({ turn }) => turn)).size;
  }
  return turns === 0
    ? { session, changes: {} }
    : { session: { ...session, items }, changes: { summarisedTurns: turns } };
}

// A run begins and ends with whole turns: what is left of a turn that is summarised in part would speak without its prompt.
function listRuns(
  units: readonly TurnsUnit[],
  texts: ReadonlyMap<string, string>,
  opensTurn: (at: number) => boolean,
): Run[] {
  const runs: Run[] = [];
  let members: TurnsUnit[] = [];
  const close = () => {
    while (members[0] && !opensTurn(members[0].from)) members.shift();
    while (members.length > 0 && !opensTurn((members.at(-1) as TurnsUnit).to)) members.pop();
    const [first, last] = [members[0], members.at(-1)];
    if (first && last) {
      const said = members.map((unit) => texts.get(unit.id) as string);
      runs.push({ from: first.from, to: last.to, turn: first.turn, lastTurn: last.lastTurn, texts: said });
    }
    members = [];
  };
  for (const unit of units) {
    const last = members.at(-1);
    if (last && (last.to !== unit.from || last.band !== unit.band)) close();
    if (texts.has(unit.id)) members.push(unit);
    else close();
  }
  close();
  return runs;
}

function isSpoken(item: CutItem): boolean {
  const { message } = item.value;
  return isObject(message) && message.model !== SYNTHETIC && item.value.isApiErrorMessage !== true;
}

function withText(item: CutItem, text: string): CutItem {
  const { message, toolUseResult: _, sourceToolAssistantUUID: __, ...rest } = item.value;
  const isAnswer = item.value.type === 'assistant';
  const changed: JsonObject = {
    ...(message as JsonObject),
    content: [{ type: 'text', text }],
    ...(isAnswer ? { stop_reason: 'end_turn' } : {}),
  };
  return { ...item, value: { ...rest, message: changed } };
}
