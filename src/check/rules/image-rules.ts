// Rules about images: what is too large for the API poisons every later request [R6].
import { readImageInfo } from '../../base/image-info.ts';
import { type JsonObject, objectField, stringField } from '../../base/json.ts';
import { isImage } from '../../log/block.ts';
import type { CheckedSession } from '../checked-session.ts';
import type { CheckRule, Found } from '../finding.ts';
import type { SentBlock } from '../sent-blocks.ts';
import { repairOrClone } from '../wording.ts';

/** The longest side of an image, and of each where a request holds more than a few. */
export const MAX_SIDE = 8000;
export const MAX_SIDE_OF_MANY = 2000;
export const MANY_IMAGES = 20;
/** Of the base64 text. */
export const MAX_IMAGE_BYTES: number = 5 * 1024 * 1024;

const oversizedImage: CheckRule = {
  id: 'oversized-image',
  formatRule: 'R6',
  severity: 'error',
  find: (checked) =>
    listOversized(checked).map(
      ({ sent, why }): Found => ({
        at: sent.entry,
        message: `${why} (message ${sent.message}): the API refuses every request that holds it.`,
        remedy: repairOrClone(checked, '--drop images'),
      }),
    ),
};

export const imageRules: readonly CheckRule[] = [oversizedImage];

/** Images of the predicted request that the API refuses, with the reason. */
export function listOversized({ sentBlocks }: Pick<CheckedSession, 'sentBlocks'>): readonly {
  readonly sent: SentBlock;
  readonly why: string;
}[] {
  const images = sentBlocks.filter(({ block }) => isImage(block));
  const many = images.length > MANY_IMAGES;
  return images.flatMap((sent) => {
    const why = whyTooLarge(sent.block, many);
    return why === undefined ? [] : [{ sent, why }];
  });
}

/** Why the API would refuse an image; `many` tells whether the request holds more than a few. */
export function whyTooLarge(block: JsonObject, many: boolean): string | undefined {
  const source = objectField(block, 'source');
  if (stringField(source, 'type') === 'url') return undefined;
  const { width = 0, height = 0 } = readImageInfo(block);
  const side = Math.max(width, height);
  const size = `An image of ${width}×${height} pixels`;
  if (side > MAX_SIDE) return `${size}, where ${MAX_SIDE} a side is the most`;
  if (many && side > MAX_SIDE_OF_MANY)
    return `${size}, where ${MAX_SIDE_OF_MANY} a side is the most among more than ${MANY_IMAGES} images`;
  const bytes = stringField(source, 'data')?.length ?? 0;
  if (bytes > MAX_IMAGE_BYTES)
    return `An image of ${(bytes / 1048576).toFixed(1)} MB, where 5 MB is the most`;
  return undefined;
}
