// What can go from a session, each with the tokens that it would save alone: the choices of the Cut page, the what-ifs of Context.
import { countOf } from '../../base/format-number.ts';
import { asWords } from '../../base/json.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ContextNow } from '../../context/tokens/context-now.ts';
import { TOKEN_KINDS, type TokenKind } from '../../context/tokens/list-token-items.ts';
import { type Advice, choosePreset } from '../../load/advise-cut.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { planClone } from '../../load/plan-clone.ts';
import { isCompactBoundary } from '../../log/fields.ts';
import { PRESETS } from '../../transform/presets.ts';
import { listLargeImages } from '../../transform/scale-images.ts';
import type { CutChoice, CutOverview } from '../api.ts';
import { describeOpen } from './analyse-context.ts';
import { describeLastWindows, type WindowNow } from './last-windows.ts';
import { ALL, listWhatIfs, type Measure } from './list-what-ifs.ts';
import { isLong } from './plan-in-parts.ts';
import { IMAGE_LIMIT } from './prepare-cuts.ts';
import { readCuts } from './read-cuts.ts';
import { leftInWindow, makeWeightTable, type WeightTable } from './token-table.ts';

const MOST_TOOLS = 100;

export function overviewCuts(open: OpenSession): CutOverview {
  const { now, ledger, calls } = describeWindow(open);
  const table = makeWeightTable(ledger, calls);
  const left = leftInWindow(table);
  const { before, turns } = sizeNow(open, table, now);
  const measure = measurer(open, before);
  const advice = advise(open, before, now, measure);
  const boundaries = open.thread.entries.filter(isCompactBoundary);
  const compactions = boundaries.length;
  const last = boundaries.at(-1)?.place.line ?? 0;
  const choices = [
    ...toolChoices(table, left),
    ...kindChoices(table, left, before),
    ...largeImageChoice(open),
    ...byteChoice(open),
    ...uncompactChoice(compactions, isLong(open) ? () => beforeCompaction(table, left, last) : measure),
  ];
  return {
    tokens: before.total,
    basis: before.basis,
    byKind: before.byKind,
    turns,
    compactions,
    choices,
    // A plan of a long session takes seconds: what the what-ifs save is summed up from the ledger instead.
    whatIfs: listWhatIfs({ ...table, left }, turns, isLong(open) ? undefined : measure, choices),
    presets: PRESETS.map(({ name, sentence }) => ({ name, sentence })),
    ...(advice ? { advice } : {}),
    ...(now.window ? { window: now.window.tokens } : {}),
  };
}

/** Of a very long session a plan takes seconds, and of many the advice is known without one. */
function advise(
  open: OpenSession,
  { total }: SizeNow,
  now: ContextNow,
  measure: Measure,
): Advice | undefined {
  if (isLong(open) || !now.window) return undefined;
  return choosePreset(total, now.window.tokens, ({ name }) => {
    const change = measure({ preset: name });
    return change === undefined ? undefined : total + change;
  });
}

// How a very long session came to its last two windows takes most of the time that there is.
function describeWindow(open: OpenSession): WindowNow {
  const quick = isLong(open) ? describeLastWindows(open) : undefined;
  if (quick) return quick;
  const { description, calls } = describeOpen(open);
  return { now: description.now, ledger: description.ledger, calls };
}

type SizeNow = Pick<ContextNow, 'total' | 'byKind' | 'basis'>;

function sizeNow(
  open: OpenSession,
  table: WeightTable,
  { total, byKind, basis }: ContextNow,
): { readonly before: SizeNow; readonly turns: number } {
  if (isLong(open)) {
    const turns = table.items.reduce((most, [, , turn]) => Math.max(most, turn), 0);
    return { before: { total, byKind, basis: basis === 'estimated' ? basis : 'attributed' }, turns };
  }
  const { context, turns } = planClone(open.thread, {});
  return { before: context.before, turns: turns.before };
}

/** Tokens more or fewer than now; undefined where the cut is refused. */
function measurer(open: OpenSession, before: SizeNow): Measure {
  return (input) => {
    try {
      return planClone(open.thread, readCuts(input, open)).context.after.total - before.total;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
}

function toolChoices(table: WeightTable, left: Float64Array): CutChoice[] {
  // Calls that are still in the window.
  const tools = new Map<string, { tokens: number; calls: Set<number> }>();
  for (const [at, row] of table.items.entries()) {
    const tokens = left[at] as number;
    const call = table.calls[row[5]];
    if (!call || tokens <= 0) continue;
    const sum = tools.get(call.tool) ?? { tokens: 0, calls: new Set() };
    tools.set(call.tool, sum);
    sum.tokens += tokens;
    sum.calls.add(row[5]);
  }
  const sorted = [...tools].sort(([, a], [, b]) => b.tokens - a.tokens);
  const total = sorted.reduce((sum, [, { tokens }]) => sum + tokens, 0);
  const all = sorted.reduce((sum, [, { calls }]) => sum + calls.size, 0);
  if (all === 0) return [];
  return [
    {
      id: 'tools',
      label: 'Tool calls with their results',
      detail: countOf(all, 'call'),
      tokens: -total,
      count: all,
      step: { removeCalls: { reach: ALL } },
    },
    ...sorted.slice(0, MOST_TOOLS).map(
      ([tool, { tokens, calls }]): CutChoice => ({
        id: `tool:${tool}`,
        parent: 'tools',
        label: tool,
        detail: countOf(calls.size, 'call'),
        tokens: -tokens,
        count: calls.size,
        step: { removeCalls: { reach: ALL, tools: [tool] } },
      }),
    ),
  ];
}

function kindChoices(table: WeightTable, left: Float64Array, { byKind }: SizeNow): CutChoice[] {
  const count = (kind: TokenKind) => {
    const wanted = TOKEN_KINDS.indexOf(kind);
    return table.items.filter((row, at) => row[0] === wanted && (left[at] as number) > 0).length;
  };
  const all: CutChoice[] = [
    {
      id: 'thinking',
      label: 'Thinking',
      detail: 'All of it, also the redacted',
      tokens: -byKind.thinking,
      count: count('thinking'),
      step: { removeThinking: ALL },
    },
    {
      id: 'images',
      label: 'Images',
      detail: countOf(count('image'), 'image'),
      tokens: -byKind.image,
      count: count('image'),
      step: { removeImages: ALL },
    },
    {
      id: 'attachments',
      label: 'Attachments',
      detail: 'The client adds its own afresh',
      tokens: -byKind.attachment,
      count: count('attachment'),
      step: { drop: ['attachments'] },
    },
  ];
  return all.filter((choice) => choice.count > 0);
}

function largeImageChoice(open: OpenSession): CutChoice[] {
  const values = open.thread.entries.map(({ value }) => value);
  const count = listLargeImages(values, IMAGE_LIMIT).length;
  if (count === 0) return [];
  return [
    {
      id: 'large-images',
      label: 'Large images, made smaller',
      // The API scales them down by itself before the model sees them.
      detail: `${countOf(count, 'image')} to ${IMAGE_LIMIT.side.toLocaleString('en')} pixels a side: fewer bytes, hardly fewer tokens`,
      tokens: 0,
      count,
      step: { scaleImages: { reach: ALL } },
    },
  ];
}

const UNSENT = /^(?:file-history-(?:snapshot|delta)|snapshot|progress|api-request.*)$/;

function byteChoice(open: OpenSession): CutChoice[] {
  const lines = open.thread.entries.filter(({ value }) => UNSENT.test(asWords(value.type)));
  if (lines.length === 0) return [];
  const bytes = lines.reduce((sum, { place }) => sum + place.length, 0);
  return [
    {
      id: 'unsent',
      label: 'Not for the model',
      detail: 'Snapshots, progress, API log: no tokens, only bytes',
      tokens: 0,
      bytes: -bytes,
      count: lines.length,
      step: { drop: ['snapshots', 'progress', 'api-log'] },
    },
  ];
}

function uncompactChoice(compactions: number, measure: Measure): CutChoice[] {
  const tokens = compactions > 0 ? measure({ uncompact: 1 }) : undefined;
  if (tokens === undefined) return [];
  const detail = 'The state before the last compaction';
  return [
    { id: 'uncompact', label: 'Undo the compaction', detail, tokens, count: 1, input: { uncompact: 1 } },
  ];
}

// How much more was in the window before the last compaction, by the ledger.
function beforeCompaction(table: WeightTable, left: Float64Array, line: number): number | undefined {
  const first = table.items.find((item) => item[1] > line)?.[3];
  if (first === undefined) return undefined;
  const then = leftInWindow(table, first);
  let before = 0;
  for (const [at, [, , , request]] of table.items.entries()) {
    if (request < first) before += Math.max(0, then[at] as number);
  }
  return before - left.reduce((sum, tokens) => sum + Math.max(0, tokens), 0);
}
