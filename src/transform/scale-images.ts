// Puts smaller images in the place of large ones. Scaling itself needs a decoder: it happens before, outside of this layer.
import { readImageInfo } from '../base/image-info.ts';
import type { JsonObject } from '../base/json.ts';
import { oldestTurns, type Reach } from './choose-turns.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';
import { type EncodedImage, mapImages, type NewImage } from './map-images.ts';

export interface ImageLimit {
  /** The most pixels of the longer side. */
  readonly side: number;
  /** The most characters of base64 text. */
  readonly characters: number;
}

/** By the base64 text of the large image; undefined for one that cannot be decoded. */
export type ScaledImages = ReadonlyMap<string, NewImage | undefined>;

export interface ScaleOptions {
  readonly reach: Reach;
  readonly limit: ImageLimit;
  readonly images: ScaledImages;
}

/** Gathers the different images that exceed the limit, and those whose size their first bytes do not tell. */
export class LargeImages {
  readonly #limit: ImageLimit;
  readonly #large: Map<string, EncodedImage> = new Map();

  constructor(limit: ImageLimit) {
    this.#limit = limit;
  }

  add(value: JsonObject): void {
    mapImages(value, (image) => {
      if (!this.#large.has(image.data) && !fits(image, this.#limit)) this.#large.set(image.data, image);
      return undefined;
    });
  }

  get list(): EncodedImage[] {
    return [...this.#large.values()];
  }
}

export function listLargeImages(values: Iterable<JsonObject>, limit: ImageLimit): EncodedImage[] {
  const large = new LargeImages(limit);
  for (const value of values) large.add(value);
  return large.list;
}

function fits({ data, mediaType }: EncodedImage, limit: ImageLimit): boolean {
  if (data.length > limit.characters) return false;
  const source = { type: 'base64', media_type: mediaType, data };
  const { width, height } = readImageInfo({ type: 'image', source });
  return width !== undefined && height !== undefined && Math.max(width, height) <= limit.side;
}

export function scaleImages(session: CutSession, { reach, images }: ScaleOptions): Cut {
  if (images.size === 0) return { session, changes: {} };
  const last = oldestTurns(session, reach);
  let scaledImages = 0;
  const items = session.items.map((item): CutItem => {
    if (item.turn > last) return item;
    const value = mapImages(item.value, ({ data }, sent) => {
      const smaller = images.get(data);
      if (smaller && sent) scaledImages++;
      return smaller;
    });
    return value === item.value ? item : { ...item, value };
  });
  const isSame = items.every((item, i) => item === session.items[i]);
  return isSame
    ? { session, changes: {} }
    : { session: { ...session, items }, changes: scaledImages > 0 ? { scaledImages } : {} };
}

/** How many images within reach could not be decoded and so stay as they are. */
export function countUndecoded(session: CutSession, { reach, images }: ScaleOptions): number {
  const last = oldestTurns(session, reach);
  let count = 0;
  for (const item of session.items) {
    if (item.turn > last) continue;
    mapImages(item.value, ({ data }, sent) => {
      if (sent && images.has(data) && images.get(data) === undefined) count++;
      return undefined;
    });
  }
  return count;
}
