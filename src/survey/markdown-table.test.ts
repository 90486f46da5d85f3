import { lexer, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { code, markdownTable } from './markdown-table.ts';

test('no name breaks out of its cell, whatever pipes, backslashes and backticks it has', () => {
  for (const name of ['|', '\\|', '\\\\|', 'a\\\\\\|b', '`|`', '\\`|', 'plain']) {
    const [table] = lexer(markdownTable(['Name', 'Count'], 'lr', [[code(name), '7']]));
    const [row] = (table as Tokens.Table).rows;
    expect(row?.map(({ text }) => text)[1], name).toBe('7');
    expect(
      row?.[0]?.tokens.map(({ type }) => type),
      name,
    ).toEqual(['codespan']);
  }
});
