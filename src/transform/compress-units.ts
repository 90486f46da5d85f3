// Lists what is to be shortened: single texts inside messages, or runs of whole exchanges that become a summary.

import { asWords, isObject, stringField } from '../base/json.ts';
import { estimateText, type Tokenizer } from '../context/tokens/estimate-text.ts';
import { arrayBlocks, contentBlocks } from '../log/block.ts';
import { SYNTHETIC } from '../log/fields.ts';
import { userKind } from '../session/user-kind.ts';
import type { Band } from './compress-bands.ts';
import { type Exchange, entryOf } from './compress-exchanges.ts';
import type { Placement } from './compress-place.ts';
import { clip, renderItems } from './compress-render.ts';
import { findTerms } from './compress-terms.ts';
import { type CompressUnit, targetOf, type UnitKind } from './compress-unit.ts';
import type { CutItem } from './cut-session.ts';

export interface UnitChoice {
  readonly what: ReadonlySet<UnitKind>;
  /** Shorter texts are left alone, in tokens. */
  readonly atLeast: number;
  readonly tokenizer: Tokenizer;
}

/** The texts of the placed exchanges, oldest first. */
export function listTextUnits(placement: Placement, choice: UnitChoice): CompressUnit[] {
  const tools = new Map<string, string>();
  const found: CompressUnit[][] = placement.exchanges.map((exchange, i) => {
    const band = placement.bandOf[i];
    return exchange.items.flatMap((item) => {
      noteTools(item, tools);
      return band ? textsOf(item, choice.what, tools).flatMap((text) => unitOf(text, band, choice)) : [];
    });
  });
  return addWanted(placement.exchanges, found).flat();
}

interface FoundText {
  readonly item: CutItem;
  readonly at: string;
  readonly kind: UnitKind;
  readonly text: string;
  readonly tool?: string | undefined;
}

function textsOf(
  item: CutItem,
  what: ReadonlySet<UnitKind>,
  tools: ReadonlyMap<string, string>,
): FoundText[] {
  const { type, message } = item.value;
  const entry = entryOf(item);
  if (!entry || !isObject(message)) return [];
  const blocks = contentBlocks(message.content);
  if (type === 'assistant') {
    // The client's own words are no answer [M6].
    if (!what.has('answer') || message.model === SYNTHETIC || item.value.isApiErrorMessage === true)
      return [];
    return blocks.flatMap((block, i) => own(item, `${i}`, 'answer', stringField(block, 'text')));
  }
  if (type !== 'user') return [];
  const kind = userKind(entry);
  if (kind === 'prompt' && what.has('prompt')) {
    return blocks.flatMap((block, i) => own(item, `${i}`, 'prompt', stringField(block, 'text')));
  }
  if (kind !== 'tool-result' || !what.has('result')) return [];
  return blocks.flatMap((block, i) => {
    if (block.type !== 'tool_result') return [];
    const tool = tools.get(asWords(block.tool_use_id));
    if (typeof block.content === 'string') return own(item, `${i}`, 'result', block.content, tool);
    return arrayBlocks(block.content).flatMap((inner, j) =>
      inner.type === 'text' ? own(item, `${i}.${j}`, 'result', stringField(inner, 'text'), tool) : [],
    );
  });
}

// Reminders are the client's, and a persisted output names the file that holds the rest [F3]: those must stay as they are.
const CLIENT_WORDS = /<system-reminder>|<persisted-output>/;

function own(
  item: CutItem,
  at: string,
  kind: UnitKind,
  text: string | undefined,
  tool?: string,
): FoundText[] {
  return text === undefined || text.trim() === '' || CLIENT_WORDS.test(text)
    ? []
    : [{ item, at, kind, text, tool }];
}

function unitOf({ item, at, kind, text, tool }: FoundText, band: Band, choice: UnitChoice): CompressUnit[] {
  const tokens = Math.round(estimateText(text, choice.tokenizer));
  const target = targetOf(tokens, band.target);
  if (tokens < choice.atLeast || target > tokens * 0.9) return [];
  const uuid = asWords(item.value.uuid);
  const { turn } = item;
  const line = item.entry?.place.line;
  return [
    {
      id: `${uuid}#${at}`,
      kind,
      turn,
      lastTurn: turn,
      line,
      tool,
      text,
      tokens,
      target,
      wanted: [],
      band: band.name,
      share: band.target,
    },
  ];
}

/** The most tokens of a unit of whole turns: what a model can summarise without forgetting the middle. */
const MOST_UNIT = 12_000;

export interface TurnsUnit extends CompressUnit {
  /** The exchanges it covers, from and up to (not including) these places in the placement. */
  readonly from: number;
  readonly to: number;
}

/** Runs of exchanges of one band, each small enough for one summary; breaks fall between turns where they can. */
export function listTurnUnits(
  placement: Placement,
  choice: UnitChoice,
  first: readonly CutItem[] = [],
): TurnsUnit[] {
  const units: TurnsUnit[] = [];
  const texts = placement.exchanges.map((exchange) => renderItems(exchange.items));
  const sizes = texts.map((text) => estimateText(text, choice.tokenizer));
  const before = renderItems(first);
  let from = 0;
  while (from < placement.exchanges.length) {
    const band = placement.bandOf[from];
    if (!band) {
      from++;
      continue;
    }
    const to = endOfRun(placement, sizes, from);
    const lead = units.length === 0 && before !== '' ? [before] : [];
    const whole = [...lead, ...texts.slice(from, to).filter((text) => text !== '')].join('\n\n');
    const text = clip(whole, MOST_UNIT * 6);
    const tokens = Math.round(estimateText(text, choice.tokenizer));
    const exchange = placement.exchanges[from] as Exchange;
    units.push({
      id: `turns ${asWords(exchange.items[0]?.value.uuid)}`,
      kind: 'turns',
      turn: exchange.turn,
      lastTurn: (placement.exchanges[to - 1] as Exchange).turn,
      line: exchange.items[0]?.entry?.place.line,
      tool: undefined,
      text,
      tokens,
      target: targetOf(tokens, band.target),
      wanted: [],
      band: band.name,
      share: band.target,
      from,
      to,
    });
    from = to;
  }
  const byStart = new Map(units.map((unit) => [unit.from, unit]));
  const found = placement.exchanges.map((_, i) => {
    const unit = byStart.get(i);
    return unit ? [unit] : [];
  });
  return addWanted(placement.exchanges, found).flat() as TurnsUnit[];
}

function endOfRun({ exchanges, bandOf }: Placement, sizes: readonly number[], from: number): number {
  let size = 0;
  let turnEnd = from;
  let to = from;
  while (to < exchanges.length && bandOf[to] === bandOf[from]) {
    if (to > from && exchanges[to]?.opensTurn) turnEnd = to;
    size += sizes[to] as number;
    if (size > MOST_UNIT && to > from) return turnEnd > from ? turnEnd : to;
    to++;
  }
  return to;
}

function noteTools(item: CutItem, tools: Map<string, string>): void {
  const { message } = item.value;
  if (item.value.type !== 'assistant' || !isObject(message)) return;
  for (const block of arrayBlocks(message.content))
    if (block.type === 'tool_use') tools.set(asWords(block.id), asWords(block.name));
}

/** How many names a unit keeps in mind. */
const MOST_WANTED = 60;

// From the end: a name is worth keeping where something later speaks of it again.
function addWanted(
  exchanges: readonly Exchange[],
  found: readonly (readonly CompressUnit[])[],
): CompressUnit[][] {
  const seen = new Map<string, number>();
  const done: CompressUnit[][] = [];
  for (let i = exchanges.length - 1; i >= 0; i--) {
    done.push(
      (found[i] ?? []).map((unit) => {
        const terms = findTerms(unit.text).filter(({ text }) => seen.has(text));
        terms.sort((a, b) => (seen.get(b.text) as number) - (seen.get(a.text) as number));
        return { ...unit, wanted: terms.slice(0, MOST_WANTED).map(({ text }) => text) };
      }),
    );
    for (const { text } of findTerms(renderItems((exchanges[i] as Exchange).items)))
      seen.set(text, (seen.get(text) ?? 0) + 1);
  }
  return done.reverse();
}
