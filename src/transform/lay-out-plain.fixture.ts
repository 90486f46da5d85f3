// Lays out the chapters of a session in the short and in the long way, for tests that compare the two.
import { uuidOf } from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { parseLog } from '../log/read-log.ts';
import { buildGraph } from '../session/graph.ts';
import { type LinkedLines, readEntries } from '../session/session.ts';
import { layOutPlain } from './lay-out-plain.ts';
import { type Around, type LayOut, layOutAny } from './lay-out-session.ts';

export interface PlainComparison {
  /** How many chapters were plain, of how many. */
  readonly plain: number;
  readonly chapters: number;
  /** The first lines of chapters of which the two ways say different things. */
  readonly different: readonly number[];
}

export function comparePlain(bytes: Uint8Array): PlainComparison {
  const different: number[] = [];
  let [plain, chapters] = [0, 0];
  for (const { lines, next } of splitAtBoundaries(parseLog(bytes))) {
    const entries = readEntries(lines);
    const chapter: LinkedLines = { kind: 'main', lines, entries, graph: buildGraph(entries) };
    const around: Around = { next, turns: 7, isOnPath: () => undefined };
    const short = layOutPlain(chapter, next, around);
    chapters++;
    if (!short) continue;
    plain++;
    const long = layOutAny(chapter, undefined, around);
    if (describe(short) !== describe(long)) different.push(lines[0]?.place.line ?? 0);
  }
  return { plain, chapters, different };
}

function splitAtBoundaries(lines: readonly Line[]): { lines: readonly Line[]; next: Entry }[] {
  const chapters: { lines: readonly Line[]; next: Entry }[] = [];
  let from = 0;
  for (const [i, line] of lines.entries()) {
    if (line.kind !== 'entry' || line.value.subtype !== 'compact_boundary' || i === 0) continue;
    chapters.push({ lines: lines.slice(from, i), next: line });
    from = i;
  }
  // As if the client compacted once more where the file ends.
  const last = lines.findLast(
    (line) => line.kind === 'entry' && uuidOf(line) !== undefined && line.value.type !== 'progress',
  );
  const [next] = makeEntries([
    {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: '00000000-0000-4000-8000-00000000000e',
      parentUuid: null,
      ...(last?.kind === 'entry' ? { logicalParentUuid: uuidOf(last) } : {}),
    },
  ]);
  if (next) chapters.push({ lines: lines.slice(from), next });
  return chapters;
}

function describe({ session, walked, left, ...rest }: LayOut): string {
  return JSON.stringify({
    ...rest,
    left: Object.entries(left).sort(),
    sessionId: session.sessionId,
    items: session.items.map(({ entry, role, turn }) => [entry?.place.line, role, turn]),
    walked: walked.map(uuidOf),
  });
}
