// Clones lines in memory, whole or chapter by chapter, for tests that compare the two.
import { joinBytes } from '../base/bytes.ts';
import type { Line } from '../log/line.ts';
import { ChapterConflict } from './chapter-conflict.ts';
import { CloneParts } from './clone-parts.ts';
import type { CloneCuts, ClonePlan } from './clone-planner.ts';
import { SessionIds } from './session-ids.ts';

export interface ClonedLines {
  readonly bytes: Uint8Array;
  readonly plan: Omit<ClonePlan, 'session'>;
  readonly chapters: number;
  readonly parts: number;
  readonly tries: number;
}

/** `chapterBytes` of infinity takes the lines as one chapter. */
export async function cloneLines(
  lines: readonly Line[],
  options: CloneCuts,
  chapterBytes: number,
): Promise<ClonedLines> {
  let count = 0;
  const newUuid = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
  const ids = new SessionIds(newUuid(), 'the-source', newUuid);
  const last = lines.at(-1)?.place;
  const bytes = last ? last.offset + last.length : 0;
  const clone = new CloneParts(() => [lines], ids, { ...options, chapterBytes, bytes });
  await clone.survey();
  for (let tries = 1; ; tries++) {
    try {
      const chunks: Uint8Array[] = [new Uint8Array(0)];
      let parts = 0;
      for await (const part of clone.parts(() => {})) {
        parts++;
        for (const chunk of clone.bytes(part)) chunks.push(chunk.slice());
      }
      const { session: _, ...plan } = clone.plan;
      return { bytes: joinBytes(chunks), plan, chapters: clone.chapters, parts, tries };
    } catch (error) {
      if (!(error instanceof ChapterConflict)) throw error;
    }
  }
}
