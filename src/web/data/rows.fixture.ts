// Rows and turns for tests, with only what a test names.
import type { TurnLine, WebRow } from '../../server/api.ts';

export function rowOf(kind: WebRow['kind'], index: number, more: object = {}): WebRow {
  return {
    id: `${index}`,
    index,
    turn: 1,
    place: { line: index + 1, offset: 0, length: 1 },
    kind,
    ...more,
  } as WebRow;
}

export function rowsOf(...rows: readonly WebRow[]): { at: (index: number) => WebRow | undefined } {
  return { at: (index) => rows[index] };
}

export function turnOf(number: number, more: Partial<TurnLine> = {}): TurnLine {
  return {
    number,
    kind: 'prompt',
    prompt: `prompt ${number}`,
    firstRow: number * 10,
    rows: 10,
    compactions: [],
    calls: 0,
    failedCalls: 0,
    errors: 0,
    agents: 0,
    fork: false,
    sent: true,
    added: { user: 10 },
    ...more,
  } as TurnLine;
}
