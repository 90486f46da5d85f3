// The what-ifs of the Context page: cuts that are often worth it, each with the tokens that it would save.
import { countOf, formatCount } from '../../base/format-number.ts';
import { TOKEN_KINDS } from '../../context/tokens/list-token-items.ts';
import type { CutChoice, CutInput, CutStep } from '../api.ts';
import type { WeightTable } from './token-table.ts';

export const ALL = { kind: 'all' } as const;
const LONG = 2000;
/** Newest turns that the what-if about old results keeps whole. */
const RECENT = 6;
/** Of English text and code. */
const CHARS_PER_TOKEN = 4;

/** With what of each item is still in the window. */
type WindowTable = WeightTable & { readonly left: Float64Array };

export type Measure = (input: CutInput) => number | undefined;

/** Without a way to measure, what they save is summed up from the ledger. */
export function listWhatIfs(
  table: WindowTable,
  turns: number,
  measure: Measure | undefined,
  choices: readonly CutChoice[],
): CutChoice[] {
  const list: CutChoice[] = choices.filter(
    ({ id }) => id === 'thinking' || id === 'images' || id === 'uncompact',
  );
  const add = (id: string, label: string, detail: string, count: number, step: CutStep): void => {
    const tokens = measure ? measure({ cuts: [step] }) : -sumUp(table, turns, step);
    if (tokens !== undefined && tokens < 0) list.push({ id, label, detail, tokens, count, step });
  };
  add(
    'long-results',
    `Results over ${formatCount(LONG)} characters, shortened`,
    'The beginning of each stays',
    0,
    {
      truncate: [{ reach: ALL, most: LONG }],
    },
  );
  const again = rereads(table);
  if (again.length > 0) {
    const detail = `${countOf(again.length, 'read')}; the latest of each file stays`;
    add('rereads', 'Reads of a file that was read again later', detail, again.length, {
      removeCalls: { reach: ALL, tools: ['Read'], ids: again },
    });
  }
  if (turns > RECENT) {
    add('old-results', `All tool calls before the last ${RECENT} turns`, 'With their results', 0, {
      removeCalls: { reach: { kind: 'keep', turns: RECENT } },
    });
  }
  return list.sort((a, b) => a.tokens - b.tokens);
}

// What a what-if takes from the window, by the ledger.
function sumUp(table: WindowTable, turns: number, { removeCalls, truncate }: CutStep): number {
  const ids = removeCalls?.ids && new Set(removeCalls.ids);
  const last = removeCalls?.reach.kind === 'keep' ? turns - removeCalls.reach.turns : turns;
  const most = (truncate?.[0]?.most ?? 0) / CHARS_PER_TOKEN;
  let sum = 0;
  for (const [at, [kind, , turn, , , call]] of table.items.entries()) {
    const id = table.calls[call]?.id;
    const left = table.left[at] as number;
    if (id === undefined || left <= 0 || turn > last || (ids && !ids.has(id))) continue;
    if (removeCalls) sum += left;
    else if (TOKEN_KINDS[kind] === 'tool-result') sum += Math.max(0, left - most);
  }
  return Math.round(sum);
}

// The ids of reads in the window whose file a later call reads again.
function rereads(table: WindowTable): string[] {
  const last = new Map<number, number>();
  const reads: { call: number; file: number }[] = [];
  for (const [at, [, , , , , call, file]] of table.items.entries()) {
    if (table.calls[call]?.tool !== 'Read' || file < 0 || (table.left[at] as number) <= 0) continue;
    last.set(file, call);
    reads.push({ call, file });
  }
  return [
    ...new Set(
      reads
        .filter(({ call, file }) => last.get(file) !== call)
        .map(({ call }) => table.calls[call]?.id ?? ''),
    ),
  ];
}
