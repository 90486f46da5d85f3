// Clones lines in memory, whole or chapter by chapter, for tests that compare the two.
import { joinBytes } from '../base/bytes.ts';
import { sameBytes } from '../base/same-bytes.fixture.ts';
import type { Line } from '../log/line.ts';
import { CUTS } from '../transform/clone-laws.fixture.ts';
import type { NewImage } from '../transform/map-images.ts';
import type { ScaledImages } from '../transform/scale-images.ts';
import { ChapterConflict } from './chapter-conflict.ts';
import { CloneParts } from './clone-parts.ts';
import type { CloneCuts, ClonePlan } from './clone-planner.ts';
import { SessionIds } from './session-ids.ts';

/** Every kind of cut, and those that must know the whole session. */
export const PARTED_CUTS: Readonly<Record<string, CloneCuts>> = {
  'no cut': {},
  ...Object.fromEntries(Object.entries(CUTS).map(([name, cut]) => [name, { cuts: [cut] }])),
  'the state before the last compaction': { uncompact: 1 },
  'half of the calls before the last two': {
    uncompact: 2,
    cuts: [{ removeCalls: { reach: { kind: 'oldest', share: 0.5 } } }],
  },
  'fitted to a size': { fit: 30_000 },
  'smaller images, some of them unreadable': {
    cuts: [
      { removeThinking: { kind: 'all' } },
      { scaleImages: { reach: { kind: 'all' }, limit: { side: 1, characters: 1 }, images: anyImages() } },
    ],
  },
  'two cuts by age': {
    cuts: [
      { removeThinking: { kind: 'keep', turns: 3 } },
      {
        truncate: [{ reach: { kind: 'oldest', share: 0.7 }, most: 200, inputs: true }],
        drop: ['snapshots'],
      },
    ],
  },
  'half of the calls from the middle': {
    cuts: [{ turns: { from: 2, to: 5 }, removeCalls: { reach: { kind: 'oldest', share: 0.5 } } }],
  },
  'all but the newest': {
    cuts: [
      {
        removeCalls: { reach: { kind: 'keep', turns: 4 }, markers: true },
        truncate: [{ reach: { kind: 'keep', turns: 2 }, most: 300 }],
      },
    ],
  },
};

/** As if every image had been scaled, but for those whose text has an odd sum. */
function anyImages(): ScaledImages {
  const images = new Map<string, NewImage | undefined>();
  images.set('', undefined);
  images.has = () => true;
  images.get = (data) => {
    const sum = [...data].reduce((all, letter) => all + letter.charCodeAt(0), 0);
    return sum % 2 === 1 ? undefined : { data: 'c21hbGxlcg==', mediaType: 'image/png', width: 1, height: 1 };
  };
  return images;
}

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
  const ids = new SessionIds(newUuid(), '99999999-9999-4999-8999-999999999999', newUuid);
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

/** What differs between a clone made of the whole and one made of as many chapters as there can be. */
export async function comparePartings(
  lines: readonly Line[],
  options: CloneCuts,
): Promise<{ readonly difference: string | undefined; readonly chapters: number }> {
  const whole = await outcome(lines, options, Number.POSITIVE_INFINITY);
  const parted = await outcome(lines, options, 0);
  const chapters = 'chapters' in parted ? parted.chapters : 0;
  const [before, after] = [describe(whole), describe(parted)];
  if (before !== after) return { difference: `${before}\nparted: ${after}`, chapters };
  const isSame = !('bytes' in whole && 'bytes' in parted) || sameBytes(whole.bytes, parted.bytes);
  return { difference: isSame ? undefined : 'the bytes differ', chapters };
}

type Outcome = ClonedLines | { readonly refused: string };

async function outcome(lines: readonly Line[], options: CloneCuts, chapterBytes: number): Promise<Outcome> {
  try {
    return await cloneLines(lines, options, chapterBytes);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === undefined) throw error;
    return { refused: `${code}: ${message}` };
  }
}

// Counts may have been met in another order.
function describe(outcome: Outcome): string {
  if ('refused' in outcome) return outcome.refused;
  const { changes, left, ...plan } = outcome.plan;
  return JSON.stringify({
    ...plan,
    changes: Object.entries(changes).sort(),
    left: Object.entries(left).sort(),
  });
}
