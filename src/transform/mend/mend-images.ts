// Puts smaller images in the place of those that the API refuses [R6], in what is sent and in the client's copies of it.
import type { JsonObject } from '../../base/json.ts';
import { mapImages } from '../map-images.ts';
import type { ScaledImages } from '../scale-images.ts';
import type { MendChange, Mended, MendedLine } from './mended-line.ts';

/** `images` holds the smaller ones that could be made; what could not is left to the steps that follow. */
export function mendImages(
  lines: readonly MendedLine[],
  images: ScaledImages,
  tooLarge: (image: JsonObject) => string | undefined,
): Mended {
  const changes: MendChange[] = [];
  if (images.size === 0) return { lines, changes };
  const mended = lines.map((one): MendedLine => {
    if (one.value === undefined) return one;
    const value = mapImages(one.value, (image, sent) => {
      const smaller = images.get(image.data);
      if (smaller && sent) {
        const why = tooLarge(imageBlock(image.data, image.mediaType)) ?? '';
        changes.push({
          kind: 'scale-image',
          place: one.line?.place,
          message: `Line ${one.line?.place.line ?? '(new)'}: an image that the API refuses was scaled to ${smaller.width}×${smaller.height} pixels (${why}).`,
        });
      }
      return smaller;
    });
    return value === one.value ? one : { ...one, value };
  });
  return { lines: mended, changes };
}

export function imageBlock(data: string, mediaType: string | undefined): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}
