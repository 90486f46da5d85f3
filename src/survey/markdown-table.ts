// Writes Markdown tables and code spans from hostile text: no cell can break out of its row.

export function markdownTable(
  head: readonly string[],
  /** One letter a column: `l` or `r`. */
  align: string,
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = [...align].map((side) => (side === 'r' ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** A code span that holds the text whatever backticks it has, safe in a table cell. */
export function code(text: string): string {
  // A pipe parts cells unless an odd number of backslashes stands before it, whosever they are.
  const clean = text.replace(/\\*\|/g, (run) => (run.length % 2 === 0 ? '\\\\' : '\\') + run);
  if (clean.trim() === '') return '(empty)';
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${clean} ${fence}` : `${fence}${clean}${fence}`;
}
