// Reads the cuts that a page sends and makes ready what they need: smaller images are made before anything is planned.
import { MAX_IMAGE_BYTES } from '../../check/rules/image-rules.ts';
import type { OpenSession } from '../../load/open-session.ts';
import type { CloneCuts } from '../../load/plan-clone.ts';
import { makeScaledImages, SIDE_SEEN } from '../../load/scale-images.ts';
import { type ImageLimit, listLargeImages, type ScaledImages } from '../../transform/scale-images.ts';
import type { CutInput } from '../api.ts';
import { readCuts } from './read-cuts.ts';

/** What images are made to fit where nobody says how large. */
export const IMAGE_LIMIT: ImageLimit = { side: SIDE_SEEN, characters: MAX_IMAGE_BYTES };

/** By the longest side, for as long as the session is held: decoding takes long, and every tick on the page is a plan. */
const scaled = new WeakMap<OpenSession, Map<number, Promise<ScaledImages>>>();

export async function prepareCuts(input: CutInput, open: OpenSession): Promise<CloneCuts> {
  const cuts = readCuts(input, open);
  const step = input.cuts?.find(({ scaleImages }) => scaleImages)?.scaleImages;
  if (!step) return cuts;
  const limit = { ...IMAGE_LIMIT, side: step.side ?? IMAGE_LIMIT.side };
  const known = scaled.get(open) ?? new Map<number, Promise<ScaledImages>>();
  scaled.set(open, known);
  const images =
    known.get(limit.side) ??
    makeScaledImages(
      listLargeImages(
        open.thread.entries.map(({ value }) => value),
        limit,
      ),
      limit,
    );
  known.set(limit.side, images);
  images.catch(() => known.delete(limit.side));
  const scaleImages = { reach: step.reach, limit, images: await images };
  return { ...cuts, cuts: [...(cuts.cuts ?? []), { scaleImages }] };
}
