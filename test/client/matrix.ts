// Draws the cells of the lab as a table of scenarios by versions, with the reasons below it.
import type { Cell } from './produce-sessions.ts';

/** `judge` gives "ok" or what is wrong; missing cells show as a dash and name their reason once. */
export function matrixOf(
  cells: readonly Cell[],
  versions: readonly string[],
  judge: (cell: Cell) => string,
): string {
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  const width = Math.max(...scenarios.map((name) => name.length)) + 2;
  const notes = new Set<string>();
  const rows = scenarios.map((scenario) => {
    const marks = versions.map((version) => {
      const cell = cells.find((each) => each.scenario === scenario && each.version === version);
      if (cell === undefined) return ' ';
      if (cell.kind === 'missing') notes.add(`- ${scenario}: not available, ${cell.reason}`);
      const word = judge(cell);
      if (word !== 'ok' && cell.kind !== 'missing') notes.add(`! ${scenario} in ${version}: ${word}`);
      return cell.kind === 'missing' ? '-' : word === 'ok' ? 'ok' : 'PROBLEM';
    });
    return scenario.padEnd(width) + marks.map((mark) => mark.padEnd(9)).join('');
  });
  const head = ''.padEnd(width) + versions.map((version) => version.padEnd(9)).join('');
  return [head, ...rows, '', ...notes].join('\n');
}
