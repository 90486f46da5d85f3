// What is new to clew in the surveyed sessions, as a list for the terminal.
import { formatVersions } from '../base/compare-versions.ts';
import { cutToWidth } from '../base/cut-to-width.ts';
import { countOf, formatCount } from '../base/format-number.ts';
import { lastPart } from '../base/last-part.ts';
import type { Survey } from './build-survey.ts';
import type { Drift, DriftKind } from './find-drift.ts';
import type { TextOptions } from './report-text.ts';
import { alignTable } from './text-table.ts';

const MOST_ROWS = 100;

const TITLES: Readonly<Record<DriftKind, string>> = {
  'entry type': 'New entry types',
  'system subtype': 'New system subtypes',
  'attachment kind': 'New attachment kinds',
  'progress kind': 'New progress kinds',
  'message of an entry type': 'Messages on entry types that had none',
  'block type': 'New block types',
  'block type in results': 'New block types in tool results',
  field: 'New fields',
};

/** Both must have gone through `cleanStrings`. */
export function reportDrift(survey: Survey, drift: readonly Drift[], options: TextOptions): string {
  const where = `${countOf(survey.totals.entries, 'entry', 'entries')} of ${countOf(survey.sessions.length, 'file')}`;
  if (drift.length === 0) {
    return `Nothing new in ${where}: clew knows every type, kind, block and field.\n`;
  }
  const title = `${options.paint.yellow(countOf(drift.length, 'thing'))} new to clew in ${where}.`;
  const sections = (Object.keys(TITLES) as DriftKind[])
    .map((kind) => drift.filter((one) => one.kind === kind))
    .filter((group) => group.length > 0)
    .map((group) => listGroup(group, options).join('\n'));
  return `${[title, ...sections].join('\n\n')}\n`;
}

function listGroup(group: readonly Drift[], { width, paint }: TextOptions): string[] {
  const shown = group.slice(0, MOST_ROWS);
  const rows = alignTable(
    shown.map((one) => [
      one.field === undefined ? one.shape : `${one.shape}: ${one.field}`,
      formatCount(one.count),
      formatVersions(one.firstVersion, one.lastVersion),
    ]),
    { align: 'lrl', width, paint: (cell, column) => (column === 2 ? paint.dim(cell) : cell) },
  );
  const lines = shown.flatMap(({ place }, i) => {
    const words = `line ${place.line} of ${lastPart(place.file)}`;
    return [rows[i] ?? '', paint.dim(`    ${cutToWidth(words, width - 4)}`)];
  });
  const left = group.length - shown.length;
  const more = left > 0 ? [paint.dim(`  and ${formatCount(left)} more; --json lists all`)] : [];
  return [paint.bold(TITLES[group[0]?.kind ?? 'field']), ...lines, ...more];
}
