// The survey as a Markdown document: the format report of the seeds, for any set of sessions.
import { compareVersions, formatVersions } from '../base/compare-versions.ts';
import { countOf, formatBytes, formatCount, formatShare } from '../base/format-number.ts';
import { lastPart } from '../base/last-part.ts';
import type { Survey } from './build-survey.ts';
import { type Counts, sumCounts } from './counter.ts';
import type { Drift } from './find-drift.ts';
import { describeEntries, describeMessages, describeTypes } from './markdown-fields.ts';
import { describePatterns } from './markdown-patterns.ts';
import {
  describeChains,
  describeInventory,
  describePairing,
  describeRawData,
  describeTurns,
  listCounts,
} from './markdown-sessions.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Both must have gone through `cleanStrings`. */
export function reportMarkdown(survey: Survey, drift: readonly Drift[]): string {
  const { totals } = survey;
  const assistants = totals.entryTypes.assistant ?? 0;
  const sections: readonly (readonly [title: string, text: string, body: string])[] = [
    ['Summary', '', summarise(survey)],
    ['Session inventory', 'Agents are files of their own.', describeInventory(survey)],
    [
      'Entry type specifications',
      'A field is there *always*, *often* (on at least one in ten) or *rarely*. Versions are those of the clients that wrote it; an entry without a version counts for the one before it in its file.',
      `${countTable('Type', totals.entryTypes, totals.entries)}\n\n${describeEntries(survey)}`,
    ],
    [
      'Messages and content blocks',
      'Blocks of array contents. `result-block` are blocks inside the content of a tool result.',
      `${blockTable(survey)}\n\n${describeMessages(survey)}`,
    ],
    [
      'What user entries are',
      'Decided in the order of rule U2.',
      countTable('Kind', totals.userKinds, totals.entryTypes.user ?? 0),
    ],
    [
      'Stop reasons',
      'Over assistant entries; `null` also where it is missing.',
      countTable('Stop reason', totals.stopReasons, assistants),
    ],
    ['Models', 'Over assistant entries.', countTable('Model', totals.models, assistants)],
    ['Client versions', 'Entries by the version that they name.', versionTable(totals.versions)],
    ['Tools', 'Tool uses by name.', countTable('Tool', totals.tools, sumCounts(totals.tools))],
    [
      'Turns by three rules',
      '*Prompts*: what a person typed. *Boundary*: user text opens a turn, `end_turn` or the next one closes it. *Text only*: an array with text and no tool result, not meta.',
      describeTurns(survey),
    ],
    ['Tool call pairing', 'By distinct ids. Sessions with orphans are listed.', describePairing(survey)],
    [
      'Streamed messages',
      '',
      `${countOf(totals.messages.assistant, 'assistant message')} by \`message.id\`; ${formatCount(totals.messages.spanning)} (${formatShare(totals.messages.spanning, totals.messages.assistant)}) stand on more than one line, one content block a line: a message is the union of its lines.`,
    ],
    [
      'UUID chain',
      'A fork is a parent with two prompts, or a prompt and an answer, below it.',
      describeChains(survey),
    ],
    ['Cross-session patterns', '', describePatterns(survey)],
    ['Unknown things', 'Compared with the format as this version of clew knows it.', driftMarkdown(drift)],
    ['Types', 'The fields above as TypeScript.', describeTypes(survey)],
    ['Raw data', '', describeRawData(survey)],
  ];
  const body = sections.map(([title, text, content], i) => {
    const parts = [`## ${i + 1}. ${title}`, text, content].filter((part) => part !== '');
    return parts.join('\n\n');
  });
  return `# Session format report\n\n${body.join('\n\n')}\n`;
}

/** What is new, as a table. */
export function driftMarkdown(drift: readonly Drift[]): string {
  if (drift.length === 0) return 'Nothing: every type, kind, block and field is known.';
  const rows = drift.map(({ kind, shape, field, count, firstVersion, lastVersion, place }) => [
    kind,
    code(field === undefined ? shape : `${shape}: ${field}`),
    formatCount(count),
    firstVersion === null ? '' : code(formatVersions(firstVersion, lastVersion)),
    code(`${lastPart(place.file)}:${place.line}`),
  ]);
  return markdownTable(['New', 'Name', 'Count', 'Versions', 'First seen'], 'llrll', rows);
}

function summarise({ totals, sessions }: Survey): string {
  const { toolCalls, chain, turns } = totals;
  const versions = Object.keys(totals.versions).sort(compareVersions);
  const span = formatVersions(versions[0] ?? null, versions.at(-1) ?? null);
  const dates =
    totals.firstTimestamp &&
    `, ${totals.firstTimestamp.slice(0, 10)} to ${totals.lastTimestamp?.slice(0, 10)}`;
  const orphans = toolCalls.orphanUses + toolCalls.orphanResults;
  const facts = [
    `${countOf(sessions.length, 'session file')}, ${formatBytes(totals.bytes)}, ${countOf(totals.lines, 'line')}${dates ?? ''}.`,
    `${countOf(totals.entries, 'entry', 'entries')} of ${countOf(Object.keys(totals.entryTypes).length, 'type')}: ${listCounts(totals.entryTypes, 12)}; ${formatCount(totals.unreadable)} unreadable, ${formatCount(totals.blank)} blank.`,
    `Clients: ${span === '' ? 'none named' : `${code(span)}, ${countOf(versions.length, 'version')}`}. Models: ${listCounts(totals.models, 8) || 'none'}.`,
    `Turns: ${formatCount(turns.prompts)} prompts, ${formatCount(turns.boundary)} by boundary, ${formatCount(turns.textOnly)} text only.`,
    `Tool calls: ${formatCount(toolCalls.uses)} uses, ${formatCount(toolCalls.results)} results, ${formatCount(toolCalls.paired)} paired, ${countOf(orphans, 'orphan')}.`,
    `Chain: ${formatCount(chain.linked)} linked entries; the parent is the previous one in ${formatShare(chain.parentIsPrevious, chain.linked)}; ${countOf(chain.forks, 'fork')}, ${countOf(chain.dangling, 'dangling parent')}.`,
  ];
  return facts.map((fact) => `- ${fact}`).join('\n');
}

function countTable(head: string, counts: Counts, of: number): string {
  const rows = Object.entries(counts);
  if (rows.length === 0) return 'None.';
  return markdownTable(
    [head, 'Count', 'Share'],
    'lrr',
    rows.map(([name, count]) => [code(name), formatCount(count), formatShare(count, of)]),
  );
}

function versionTable(versions: Counts): string {
  const sorted = Object.entries(versions).sort(([a], [b]) => compareVersions(a, b));
  const rows = sorted.map(([version, count]) => [
    code(version),
    formatCount(count),
    formatShare(count, sumCounts(versions)),
  ]);
  return rows.length === 0 ? 'None.' : markdownTable(['Version', 'Entries', 'Share'], 'lrr', rows);
}

function blockTable({ totals: { contentBlocks } }: Survey): string {
  const rows = (['assistant', 'user'] as const).flatMap((role) =>
    Object.entries(contentBlocks[role]).map(([type, count]) => [role, code(type), formatCount(count)]),
  );
  return rows.length === 0 ? 'No blocks.' : markdownTable(['Entry', 'Block', 'Count'], 'llr', rows);
}
