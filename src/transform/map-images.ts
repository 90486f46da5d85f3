// Finds the images in an entry that carry their own bytes, wherever the client puts them, and gives back the entry with others.
import { isObject, type Json, type JsonObject } from '../base/json.ts';

/** An image as base64 text. */
export interface EncodedImage {
  readonly data: string;
  /** `image/png`; what the entry claims, which need not be what the bytes are. */
  readonly mediaType: string | undefined;
}

export interface NewImage extends EncodedImage {
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/** What becomes of an image: another one, or undefined to leave it. `sent` tells the image itself from the client's copy of it. */
export type ImageEdit = (image: EncodedImage, sent: boolean) => NewImage | undefined;

/** The entry with its images edited; itself if none was. */
export function mapImages(value: JsonObject, edit: ImageEdit): JsonObject {
  let changed: Record<string, Json | undefined> | undefined;
  // A copy in `toolUseResult` is never sent [T2]; prompts typed while the model worked have theirs in an attachment [U4].
  for (const field of ['message', 'attachment', 'toolUseResult'] as const) {
    const before = value[field];
    if (typeof before !== 'object' || before === null) continue;
    const after = mapValue(before, (image) => edit(image, field !== 'toolUseResult'), 0);
    if (after === before) continue;
    changed ??= { ...value };
    changed[field] = after;
  }
  return changed ?? value;
}

type Replace = (image: EncodedImage) => NewImage | undefined;

// Deeper than any tool nests; beyond it a hostile value is left as it is.
const MAX_DEPTH = 40;

function mapValue(value: Json, replace: Replace, depth: number): Json {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const mapped = (value as readonly Json[]).map((one) => mapValue(one, replace, depth + 1));
    return mapped.some((one, i) => one !== value[i]) ? mapped : value;
  }
  const object = value as JsonObject;
  // What a tool was given is the model's own words, whatever it looks like.
  if (object.type === 'tool_use') return object;
  const own = SHAPES.find((shape) => shape.fits(object));
  if (own) return own.edit(object, replace);
  let changed: Record<string, Json | undefined> | undefined;
  for (const [key, one] of Object.entries(object)) {
    if (typeof one !== 'object' || one === null) continue;
    const mapped = mapValue(one, replace, depth + 1);
    if (mapped === one) continue;
    changed ??= { ...object };
    changed[key] = mapped;
  }
  return changed ?? object;
}

interface Shape {
  readonly fits: (value: JsonObject) => boolean;
  readonly edit: (value: JsonObject, replace: Replace) => JsonObject;
}

/** The source of a content block: `{ type: 'base64', media_type, data }`. */
const SOURCE: Shape = {
  fits: ({ type, data, media_type }) =>
    type === 'base64' && typeof data === 'string' && !isOtherMedia(media_type),
  edit: (value, replace) => {
    const image = replace({ data: value.data as string, mediaType: textOf(value.media_type) });
    return image ? { ...value, media_type: image.mediaType, data: image.data } : value;
  },
};

/** The client's record of an image that it read: `{ base64, type, originalSize, dimensions }`. */
const FILE: Shape = {
  fits: ({ base64, type }) => typeof base64 === 'string' && base64 !== '' && !isOtherMedia(type),
  edit: (value, replace) => {
    const image = replace({ data: value.base64 as string, mediaType: textOf(value.type) });
    if (!image) return value;
    const { dimensions } = value;
    const shown = { displayWidth: image.width, displayHeight: image.height };
    return {
      ...value,
      base64: image.data,
      type: image.mediaType,
      ...(isObject(dimensions) ? { dimensions: { ...dimensions, ...shown } } : {}),
    };
  },
};

/** As MCP servers give it: `{ type: 'image', data, mimeType }`. */
const MCP: Shape = {
  fits: ({ type, data, mimeType }) =>
    type === 'image' && typeof data === 'string' && typeof mimeType === 'string',
  edit: (value, replace) => {
    const image = replace({ data: value.data as string, mediaType: textOf(value.mimeType) });
    return image ? { ...value, data: image.data, mimeType: image.mediaType } : value;
  },
};

const SHAPES: readonly Shape[] = [SOURCE, FILE, MCP];

// Documents are base64 too, and are no images.
function isOtherMedia(type: Json | undefined): boolean {
  return typeof type === 'string' && type !== '' && !type.startsWith('image/');
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
