// Scales images down with sharp, which is loaded only when an image needs it and need not be installed.
import { Refusal } from '../base/refusal.ts';
import type { EncodedImage, NewImage } from '../transform/map-images.ts';
import type { ImageLimit, ScaledImages } from '../transform/scale-images.ts';

/** The longest side that the API itself leaves of an image, on most models: more pixels cost time and no model sees them. */
export const SIDE_SEEN = 1568;

/** What scaling an image gives: a smaller one, `fits` where it is small enough, undefined where it cannot be decoded. */
export type Scaler = (image: EncodedImage, limit: ImageLimit) => Promise<NewImage | 'fits' | undefined>;

/** The smaller ones of these images, one after another: decoded, a single one may take a hundred megabytes. */
export async function makeScaledImages(
  large: readonly EncodedImage[],
  limit: ImageLimit,
  loadScaler: () => Promise<Scaler> = () => loadSharp(),
): Promise<ScaledImages> {
  const scaled = new Map<string, NewImage | undefined>();
  if (large.length === 0) return scaled;
  const scale = await loadScaler();
  for (const image of large) {
    const smaller = await scale(image, limit);
    if (smaller !== 'fits') scaled.set(image.data, smaller);
  }
  return scaled;
}

type Sharp = typeof import('sharp')['default'];

/** `importSharp` is there for the test of a machine without it. */
export async function loadSharp(importSharp: () => Promise<{ default: Sharp }> = importIt): Promise<Scaler> {
  let sharp: Sharp;
  try {
    sharp = (await importSharp()).default;
  } catch {
    throw new Refusal(
      'no-sharp',
      'Scaling images needs the package "sharp", which is not installed or has no build for this machine.',
      'Install it beside clew (npm install sharp), or take the images out: --images remove.',
    );
  }
  return (image, limit) => scaleImage(sharp, image, limit);
}

function importIt(): Promise<{ default: Sharp }> {
  return import('sharp');
}

/** How often a smaller side is tried before an image counts as one that cannot be made to fit. */
const TRIES = 8;

async function scaleImage(
  sharp: Sharp,
  image: EncodedImage,
  limit: ImageLimit,
): Promise<NewImage | 'fits' | undefined> {
  const bytes = Buffer.from(image.data, 'base64');
  try {
    const { format, width, height, isPalette } = await sharp(bytes).metadata();
    if (Math.max(width, height) <= limit.side && image.data.length <= limit.characters) return 'fits';
    let side = Math.min(limit.side, Math.max(width, height));
    for (let tries = 0; tries < TRIES; tries++) {
      // What does not fit in its own format does as a JPEG, soon or a little smaller.
      const smaller = await encode(sharp, bytes, side, tries === 0 ? format : 'jpeg', isPalette);
      if (smaller.data.length <= limit.characters) return smaller;
      if (tries > 0) side = Math.floor(side * 0.75);
    }
    return undefined;
  } catch {
    // Whatever a decoder has to say about hostile bytes: the image stays as it is, and is counted.
    return undefined;
  }
}

const QUALITY = 85;

async function encode(
  sharp: Sharp,
  bytes: Buffer,
  side: number,
  format: string,
  palette: boolean,
): Promise<NewImage> {
  // Turned as its camera meant it, since the note on that is not kept; of an animation the first picture, which is all
  // that a model sees.
  const turned = sharp(bytes)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const pipeline =
    format === 'jpeg'
      ? turned.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY })
      : format === 'webp'
        ? turned.webp({ quality: QUALITY })
        : // A drawing of few colours would grow if its shades between them were all kept.
          turned.png({ compressionLevel: 9, palette });
  const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
  return {
    data: data.toString('base64'),
    mediaType: `image/${info.format}`,
    width: info.width,
    height: info.height,
  };
}
