import { expect, test } from 'vitest';
import { TOKEN_KINDS } from '../../context/tokens/list-token-items.ts';
import type { Row } from '../../render/row.ts';
import type { TokenTable } from '../analysis/token-table.ts';
import { emptyKinds, sumTokens, TokenIndex } from './token-index.ts';

const at = (kind: (typeof TOKEN_KINDS)[number]) => TOKEN_KINDS.indexOf(kind);
const items: TokenTable['items'] = [
  [at('system'), 0, 1, 0, 5000, -1, -1],
  [at('user'), 3, 1, 0, 40, -1, -1],
  [at('user'), 3, 1, 0, 2, -1, -1],
  [at('assistant'), 4, 1, 1, 30, -1, -1],
  [at('tool-input'), 4, 1, 1, 20, 0, -1],
  [at('tool-result'), 5, 2, 2, 700, 0, -1],
];
const calls = [{ id: 'toolu_1', tool: 'Read', summary: 'a.ts' }];

const row = (kind: Row['kind'], line: number) => ({ kind, place: { line } }) as Row;
const call = (id: string) => ({ kind: 'tool', call: { id } }) as unknown as Row;

test('rows, calls and turns weigh what their items weigh together, and JSON changes nothing about it', () => {
  const sums = sumTokens({ items, calls });
  for (const index of [new TokenIndex(sums), new TokenIndex(JSON.parse(JSON.stringify(sums)))]) {
    expect(index.of(row('prompt', 3))).toEqual({ tokens: 42 });
    expect(index.of(row('text', 4))).toEqual({ tokens: 30 });
    expect(index.of(row('text', 3))).toEqual({});
    expect(index.of(call('toolu_1'))).toEqual({ tokens: 720, callTokens: 20, resultTokens: 700 });
    expect(index.of(call('toolu_2'))).toEqual({});
    expect(index.ofCalls(['toolu_1', 'toolu_2'])).toBe(720);
    expect(index.added(1)).toEqual({
      ...emptyKinds(),
      system: 5000,
      user: 42,
      assistant: 30,
      'tool-input': 20,
    });
    expect(index.added(9)).toEqual(emptyKinds());
  }
});
