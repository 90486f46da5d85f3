// Writes the tables of docs/performance.md, between their markers, from the newest results; the prose around them is by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newestResults } from './results.mjs';

const file = new URL('../docs/performance.md', import.meta.url);
const BEGIN = '<!-- figures: written by `node bench/write-table.mjs` -->';
const END = '<!-- figures: end -->';

export function writeTable() {
  const text = readFileSync(file, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(`${fileURLToPath(file)} has lost the markers of its figures.`);
  const head = text.slice(0, begin + BEGIN.length);
  writeFileSync(file, `${head}\n\n${figures(newestResults())}\n\n${text.slice(end)}`);
}

function figures(results) {
  const summary = table(
    ['Question', 'Goal', 'Held', 'Growth', 'Measured'],
    results.map(({ question, goal, holds, growth, date }) => [
      `[${question}](#${question})`,
      goal,
      holds ? 'yes' : '**no**',
      growth === undefined ? '' : `${growth.toFixed(2)} ×`,
      date,
    ]),
  );
  return [summary, GROWTH, ...results.map(details)].join('\n\n');
}

const GROWTH =
  'Growth: what a megabyte costs at the largest size measured, against the smallest. 1 is linear; below 1, the start-up weighs less.';

function details({ question, machine, full, rows }) {
  const lines = flatten(rows).map((row) => {
    const ms = row.ms ?? (row.seconds === undefined ? undefined : row.seconds * 1000);
    const ratio = row.ratio ?? (row.speed ? 1 / row.speed : undefined);
    return [
      row.words === undefined ? row.name : `${row.name}: ${row.words}`,
      ms === undefined ? '' : time(ms),
      row.cpu === undefined ? '' : time(row.cpu),
      row.megabytes === undefined ? '' : `${row.megabytes.toFixed(0)} MB`,
      ratio === undefined ? '' : ratio.toFixed(2),
      row.cpuRatio === undefined ? '' : row.cpuRatio.toFixed(2),
    ];
  });
  const where = `${machine}${full ? ', with `--full`' : ''}`;
  return `### ${question}\n\n${where}\n\n${table(['', 'Time', 'CPU', 'Memory', '× reference', 'CPU × reference'], lines)}`;
}

// Some benchmarks group their rows by what they ran on.
function flatten(rows) {
  return rows.flatMap((row) =>
    Array.isArray(row.rows)
      ? row.rows.map((inner) => ({ ...inner, name: `${row.name}: ${inner.name}` }))
      : [row],
  );
}

function time(ms) {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${head.map((_, at) => (at === 0 || head[0] !== '' ? '---' : '---:')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTable();
