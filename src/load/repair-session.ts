// Repairs a session: the smallest change for each problem, into a clone or, with a backup, in place; and looks again.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { joinBytes } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { MANY_IMAGES, MAX_IMAGE_BYTES, MAX_SIDE_OF_MANY, whyTooLarge } from '../check/rules/image-rules.ts';
import { predictResume } from '../context/predict-resume.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { openByteSource } from '../disk/read-file.ts';
import type { Selection } from '../disk/select-session.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import { parseLog } from '../log/read-log.ts';
import { LIVE_MS } from '../session/live-ms.ts';
import { buildThread, type Thread } from '../session/session.ts';
import type { Changes } from '../transform/cut-session.ts';
import { mapImages } from '../transform/map-images.ts';
import { imageBlock } from '../transform/mend/mend-images.ts';
import { mendSession } from '../transform/mend/mend-session.ts';
import { type MendChange, mendedBytes } from '../transform/mend/mended-line.ts';
import { type ImageLimit, listLargeImages, type ScaledImages } from '../transform/scale-images.ts';
import { type CloneReport, cloneSession } from './clone-session.ts';
import type { OpenSession } from './open-session.ts';
import { makeScaledImages } from './scale-images.ts';

/** How to repair, and where to. */
export interface RepairOptions {
  readonly inPlace?: boolean;
  readonly dryRun?: boolean;
  readonly title?: string;
  /** Whether images that the API refuses are made smaller, which needs sharp, or replaced by a word; scaled by default. */
  readonly images?: 'downscale' | 'remove';
  readonly dataDir: string;
  readonly now: () => Date;
  readonly newUuid: () => string;
}

export interface Coverage {
  readonly loads: number;
  readonly of: number;
}

/** What was mended, and what a resume loads now. */
export interface RepairReport {
  readonly source: string;
  readonly sessionId: string;
  /** The repaired file: the clone's, or the source's own. */
  readonly file: string;
  readonly dryRun: boolean;
  readonly inPlace: boolean;
  readonly mended: readonly MendChange[];
  /** Counts of the mended things by kind. */
  readonly changes: Changes;
  /** What a resume loads of the source, and of the repaired session. */
  readonly coverage: { readonly before: Coverage; readonly after: Coverage };
  /** Where the original was kept; in place only. */
  readonly backup: string | undefined;
  /** The clone that was made; undefined in place, and where there was nothing to mend. */
  readonly clone: CloneReport | undefined;
}

/** Mends a session into a clone, or in place with a backup. */
export async function repairSession(
  open: OpenSession,
  selection: Selection,
  options: RepairOptions,
): Promise<RepairReport> {
  const many = countImages(open.thread) > MANY_IMAGES;
  const tooLarge = (image: JsonObject) => whyTooLarge(image, many);
  const { lines, changes: mended } = mendSession(open.thread.lines, {
    newUuid: options.newUuid,
    tooLarge,
    ...(options.images === 'remove' ? {} : { smaller: await scaleRefused(open.thread, tooLarge) }),
  });
  const before = coverage(open.thread);
  const told = {
    source: open.file,
    sessionId: open.sessionId,
    file: open.file,
    dryRun: options.dryRun === true,
    inPlace: options.inPlace === true,
    mended,
    changes: countKinds(mended),
    backup: undefined,
    clone: undefined,
  };
  // What was not changed is what was read.
  if (mended.length === 0) return { ...told, coverage: { before, after: before } };
  const bytes = joinBytes([new Uint8Array(0), ...mendedBytes(lines)]);
  const thread = buildThread(parseLog(bytes), open.thread.kind);
  const report: RepairReport = { ...told, coverage: { before, after: coverage(thread) } };
  if (options.inPlace)
    return options.dryRun ? report : { ...report, backup: await repairInPlace(open, bytes, options) };
  const clone = await cloneSession({ ...open, thread }, selection, {
    ...options,
    asked: { repair: true, changes: report.changes as JsonObject },
    sourceLines: open.thread.lines,
  });
  return { ...report, sessionId: clone.sessionId, file: clone.file, clone };
}

// A session that a client wrote to so lately may be open: it is never edited [R9].
async function repairInPlace(open: OpenSession, bytes: Uint8Array, options: RepairOptions): Promise<string> {
  const { mtimeMs, size } = await stat(open.file);
  if (options.now().getTime() - mtimeMs < LIVE_MS) {
    throw new Refusal(
      'session-is-live',
      'The session was written to in the last minutes: a client may have it open.',
      'Close the client and wait, or repair into a clone (without --in-place).',
    );
  }
  const last = open.thread.lines.at(-1)?.place;
  if (last && size > last.offset + last.length + 1) {
    throw new Refusal(
      'session-changed',
      'The session grew while it was read.',
      'Close the client and try again.',
    );
  }
  const folder = join(options.dataDir, 'backups');
  await makeFolder(folder);
  const backup = join(folder, `${open.sessionId}-${options.now().toISOString().replaceAll(':', '-')}.jsonl`);
  await writeFileAtomically(backup, openByteSource(open.file));
  await writeFileAtomically(open.file, [bytes], { replace: true });
  return backup;
}

function countImages(thread: Thread): number {
  let count = 0;
  for (const { value } of thread.entries) {
    mapImages(value, (_, sent) => {
      if (sent) count++;
      return undefined;
    });
  }
  return count;
}

/** Small enough for a request with any number of images: one that just fits alone would be refused again later. */
const REPAIRED: ImageLimit = { side: MAX_SIDE_OF_MANY, characters: MAX_IMAGE_BYTES };

function scaleRefused(
  thread: Thread,
  tooLarge: (image: JsonObject) => string | undefined,
): Promise<ScaledImages> {
  const values = thread.entries.map(({ value }) => value);
  const refused = listLargeImages(values, REPAIRED).filter(
    ({ data, mediaType }) => tooLarge(imageBlock(data, mediaType)) !== undefined,
  );
  return makeScaledImages(refused, REPAIRED);
}

function coverage(thread: Thread): Coverage {
  const { loads, of } = predictResume(thread.lines, { compare: false });
  return { loads, of };
}

function countKinds(mended: readonly MendChange[]): Changes {
  const counts: Record<string, number> = {};
  for (const { kind } of mended) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
